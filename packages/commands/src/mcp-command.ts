import type { Command } from 'commander';
import type { Foyer } from '@foyer/client';
import { calling } from './calling.js';
import type { Terminal } from './terminal.js';

/** What `packages/mcp` exports. It has packages that nothing else needs, so it is built apart, and may be missing. */
interface McpServer {
  serveAgent: (service: { foyer: Foyer; url: string }, options: { write: boolean }) => Promise<void>;
}

const SERVER = new URL('../../mcp/dist/serve-agent.js', import.meta.url).href;

const MISSING = 'The MCP server is not installed here. In a checkout of Foyer: npm ci && npm run build:mcp';

interface McpOptions {
  write?: boolean;
}

export function addMcpCommand(program: Command, terminal: Terminal): void {
  const mcp = terminal
    .describe(program.command('mcp'), {
      about: 'Serve the API to an agent: an MCP server on standard input and output',
      examples: ['foyer mcp', 'foyer mcp --write'],
      hasAnswer: false,
    })
    .option('--write', 'list the tools that create, change and publish, too');
  calling<McpOptions>(mcp, terminal, async (foyer, { url, write = false }) => {
    const { serveAgent } = await import(SERVER).then(
      (server: McpServer) => server,
      (error: NodeJS.ErrnoException) => {
        throw error.code === 'ERR_MODULE_NOT_FOUND' ? terminal.fault(MISSING) : error;
      },
    );
    await serveAgent({ foyer, url }, { write });
    // Calls that nobody waits for any more would keep the process for minutes.
    process.exit();
  });
}

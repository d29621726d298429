import type { Command } from 'commander';
import { calling } from './calling.js';
import type { Terminal } from './terminal.js';

const MISSING =
  'The MCP SDK is not installed. In a checkout of Foyer: npm ci. Elsewhere: npm install @modelcontextprotocol/sdk zod';

interface McpOptions {
  write?: boolean;
}

export function addMcpCommand(program: Command, terminal: Terminal): void {
  const mcp = terminal
    .describe(program.command('mcp'), {
      about: 'Serve the API to an agent: an MCP server on standard input and output',
      examples: ['foyer mcp', 'foyer mcp --write'],
    })
    .option('--write', 'list the tools that create, change and publish, too');
  calling<McpOptions>(mcp, terminal, async (foyer, { url, write = false }) => {
    // Loaded only now: the SDK takes longer than every other command.
    const { serveAgent } = await import('./mcp/serve-agent.js').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ERR_MODULE_NOT_FOUND' ? terminal.fault(MISSING) : error;
    });
    await serveAgent({ foyer, url }, { write });
  });
}

import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { cleanUp, cleanUpLater, freshDatabase, type Instance, start } from '../../../test/process/support.js';

export const PROGRAM = resolve('dist/cli.js');

/** A page that an agent makes. */
export const PAGE = {
  name: 'Spring launch',
  brandId: 'acme',
  notes: 'Be brief.',
  body: 'Foyer greets **everybody**.',
};

export interface Agent {
  client: Client;
  names: string[];
  /** What was no message of the protocol. */
  noise: Error[];
  /** Calls a tool that succeeds. */
  use<Result = Record<string, unknown>>(name: string, input?: object): Promise<Result>;
  call(name: string, input?: object): Promise<{ isError: boolean; texts: string[] }>;
}

/** One service for all tests of a file, and agents that work with it. */
export function useAgents() {
  let instance: Instance;
  beforeAll(async () => {
    instance = await start({ DATABASE_URL: await freshDatabase(), SITE_PORT: '0' });
  });
  afterAll(cleanUp);

  async function agentWith(words: string[], key = instance.key): Promise<Agent> {
    const env = { PATH: process.env.PATH!, FOYER_URL: instance.url, FOYER_KEY: key };
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, 'mcp', ...words],
      ...{ env, stderr: 'pipe' },
    });
    const noise: Error[] = [];
    const client = new Client({ name: 'test', version: '1' });
    client.onerror = (error) => noise.push(error);
    await client.connect(transport);
    cleanUpLater(() => client.close());
    const call = async (name: string, input: object = {}) => {
      const answer = await client.callTool({ name, arguments: { ...input } });
      const content = answer.content as { type: 'text'; text: string }[];
      return { isError: answer.isError === true, texts: content.map(({ text }) => text) };
    };
    const names = (await client.listTools()).tools.map(({ name }) => name);
    return {
      ...{ client, names, noise, call },
      use: async <Result>(name: string, input?: object) => {
        const { isError, texts } = await call(name, input);
        expect([name, isError, isError && texts]).toEqual([name, false, false]);
        return JSON.parse(texts.at(-1)!) as Result;
      },
    };
  }

  async function keyWith(...scopes: string[]): Promise<string> {
    const answer = await instance.send('POST', '/v0/api_keys', { name: scopes.join(' '), scopes });
    return ((await answer.json()) as { secret: string }).secret;
  }

  return {
    ...{ agentWith, keyWith },
    get instance() {
      return instance;
    },
  };
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** An image or another production install has no development tools. */
const hasTools = existsSync(join(import.meta.dirname, '../../../tools/cli.ts'));

/** A command line that works where this process runs. */
export const cliCommand = (words: string): string =>
  `${hasTools ? 'npm run -s cli --' : 'node dist/cli.js'} ${words}`;

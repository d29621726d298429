import { type Command, Option } from 'commander';
import type { Foyer } from '@foyer/client';
import type { Terminal } from './terminal.js';

/** Where `npm start` serves the API. */
const DEFAULT_URL = 'http://127.0.0.1:3000';

interface CallingOptions {
  url: string;
  key?: string;
  json?: boolean;
}

export type Options<Own> = Own & CallingOptions;

type Work<Own> = (foyer: Foyer, options: Options<Own>, ...operands: string[]) => Promise<void>;

/** Gives a command the options that reach the API, and its action a client. */
export function calling<Own>(command: Command, terminal: Terminal, work: Work<Own>): Command {
  return command
    .addOption(new Option('--url <url>', 'address of the API').env('FOYER_URL').default(DEFAULT_URL))
    .addOption(
      new Option('--key <key>', 'API key; the variable keeps it out of the list of processes').env(
        'FOYER_KEY',
      ),
    )
    .action(async (...words: unknown[]) => {
      const options: Options<Own> = (words.at(-1) as Command).opts();
      const { url, key } = options;
      if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
        throw terminal.wrongWords(`"${url}" is not a URL: use one such as ${DEFAULT_URL}.`);
      if (!key) throw terminal.wrongWords('The API key is missing: set FOYER_KEY, or use --key <key>.');
      const operands = words.slice(0, -2) as string[];
      // As a step of a path, these lead elsewhere.
      const wrong = operands.find((operand) => /^\.{0,2}$/.test(operand));
      if (wrong !== undefined) throw terminal.wrongWords(`"${wrong}" is not an id.`);
      // Loaded only now: the help needs no client.
      const { Foyer, FoyerError, VersionNotPublishedError } = await import('@foyer/client');
      const foyer = known(() => new Foyer({ url, key }), terminal);
      try {
        await work(foyer, options, ...operands);
      } catch (error) {
        if (error instanceof FoyerError) throw terminal.fault(lineOf(error, url));
        if (error instanceof VersionNotPublishedError) throw terminal.fault(oneLine(error.message));
        throw error;
      }
    });
}

/** The client refuses an address and a key that can not be right, and shows neither. */
function known(make: () => Foyer, terminal: Terminal): Foyer {
  try {
    return make();
  } catch (error) {
    throw terminal.wrongWords((error as Error).message);
  }
}

interface Failure {
  code: string;
  detail: string;
  faults: readonly { message: string }[];
  status: number | undefined;
  requestId: string | undefined;
}

function lineOf({ code, detail, faults, status, requestId }: Failure, url: string): string {
  const [what] = faults.length > 0 ? [faults.map(({ message }) => message).join(' ')] : [detail];
  const answer = [status, code, requestId].filter((each) => each !== undefined).join(' ');
  return oneLine(status === undefined ? `${url}: ${what} (${answer})` : `${what} (${answer})`);
}

/** Something else than the service may have written the text: it must not control the terminal. */
export function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}

/** A list of texts, for an option that can be repeated. */
export function collect(value: string, values: string[] = []): string[] {
  return [...values, value];
}

import type { Command } from 'commander';
import { DAY_MS } from '../../shared/kernel/durations.js';
import { wireId } from '../../shared/kernel/ids.js';
import { CliFault, WrongWords } from '../terminal/cli-fault.js';
import { describe } from '../terminal/describe.js';
import type { Actions } from './actions.js';
import type { CommandContext } from './command-context.js';
import { SIZES, type Size } from './demo/sizes.js';
import { tenantName } from './rules.js';

const SIZE_HELP = Object.entries(SIZES)
  .map(([name, { visits, takes }]) => `${name} (${visits.toLocaleString('en')} visits, about ${takes})`)
  .join(', ');

interface Options {
  tenant: string;
  size: string;
  seed: string;
  until?: string;
}

export function addDemoCommand(program: Command, actions: Actions): void {
  describe(program.command('demo'), {
    about:
      'Make a tenant with a year of pages, persons, visits, forms and questions, to look at; the same options make the same data',
    examples: [
      'foyer demo',
      'foyer demo --tenant acme --size small',
      'foyer demo --seed 7 --until 2026-01-01',
    ],
  })
    .option('--tenant <name>', 'name of the tenant, which must be new or empty', 'demo')
    .option('--size <size>', SIZE_HELP, 'medium')
    .option('--seed <number>', 'another number makes another year', '1')
    .option('--until <date>', 'the day after the last one (in UTC); today if not given')
    .action(
      actions.inDatabase<Options>(({ tenant, size, seed, until, json }) => {
        const options = {
          tenant: tenantName(tenant),
          ...{
            size: sizeOf(size),
            seed: seedOf(seed),
            until: until === undefined ? undefined : dayOf(until),
          },
        };
        return (context) => make(context, options, json);
      }),
    );
}

async function make(
  { makeDemo }: CommandContext,
  { until, ...options }: { tenant: string; size: Size; seed: number; until: number | undefined },
  json = false,
) {
  const [{ printProgress }, { clock }] = await Promise.all([
    import('../../application/print-progress.js'),
    import('../../shared/kernel/clock.js'),
  ]);
  const today = Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS;
  // The clock is that of the database, which is open.
  if (until !== undefined && until > today) throw new CliFault('--until must not be after today.');
  const progress = printProgress(json ? process.stderr : process.stdout);
  const { tenantId, ...made } = await makeDemo({ ...options, until: until ?? today }, progress);
  const text = [
    `The tenant "${options.tenant}" has ${made.pages} pages, proposals for ${made.leads} persons, and ${made.visits} visits.`,
    `Home page  ${made.homeUrl === null ? 'none: SITE_PORT is off' : `${made.homeUrl} (by PORT, SITE_PORT and SITE_URL as set here)`}`,
    `API key    ${made.key} (shown only this once)`,
  ].join('\n');
  return { text, json: { tenantId: wireId('tenant', tenantId), ...made } };
}

function sizeOf(text: string): Size {
  if (Object.hasOwn(SIZES, text)) return text as Size;
  throw new WrongWords(`"${text}" is not a size: use ${Object.keys(SIZES).join(', ')}.`);
}

function seedOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new WrongWords(`"${text}" is not a seed: use a whole number from 0 to 999999999.`);
}

/** Ids have their time in them, and none of before 1970. */
const EARLIEST_UNTIL = '2000-01-01';

function dayOf(text: string): number {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  // A day that a month does not have would be one of the next month.
  const isReal = !Number.isNaN(day) && new Date(day).toISOString().startsWith(text);
  if (isReal && text >= EARLIEST_UNTIL) return day;
  throw new WrongWords(`"${text}" is not a day: use a date from ${EARLIEST_UNTIL} on, such as 2026-01-31.`);
}

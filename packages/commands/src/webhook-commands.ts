import { type Command, Option } from 'commander';
import type { Event } from '@foyer/client';
import { calling, oneLine } from './calling.js';
import { feedOf, feedOptions, timeOf } from './event-commands.js';
import { follow, type FeedOptions } from './following.js';
import type { Terminal } from './terminal.js';
import { isSecret, newSecret, signedHeaders } from './webhook-signing.js';

/** As long as the service waits for the headers of an answer. */
const PATIENCE_MS = 15_000;

interface ListenOptions extends FeedOptions {
  forward: string;
  secret?: string;
}

/** What a receiver answered. */
interface Forwarded {
  status: number | null;
  error: string | null;
  durationMs: number;
}

export function addWebhookCommands(program: Command, terminal: Terminal): void {
  const webhooks = program.command('webhooks').description('Webhooks');
  const listen = terminal
    .describe(webhooks.command('listen'), {
      about:
        'Send the events of the live feed to a URL on your machine, signed like deliveries: to write a receiver without a public address. An event is sent once, in order',
      examples: [
        'foyer webhooks listen --forward http://localhost:4000/hook',
        'FOYER_WEBHOOK_SECRET=$SECRET foyer webhooks listen --forward http://localhost:4000/hook --type person.created',
      ],
    })
    .requiredOption('--forward <url>', 'where your receiver listens')
    .addOption(
      new Option(
        '--secret <secret>',
        'sign with this secret (whsec_…) instead of a new one; the variable keeps it out of the list of processes',
      ).env('FOYER_WEBHOOK_SECRET'),
    );
  calling<ListenOptions>(feedOptions(listen), terminal, async (foyer, options) => {
    const url = urlOf(options.forward, terminal);
    const given = givenSecret(options.secret, terminal);
    const feed = feedOf(options, terminal);
    const secret = given ?? newSecret();
    if (!given) terminal.print({ json: { secret }, text: `The secret is ${secret}` }, options);
    const ready = () => process.stderr.write(`Waiting for events, to forward them to ${url}\n`);
    await follow(foyer, feed, ready, async (event, signal) => {
      const forwarded = await forward(event, { url, secret, signal });
      const { eventId, payload, timestamp } = event;
      const json = { eventId, type: payload.type, ...forwarded };
      const text = [timeOf(timestamp), payload.type.padEnd(24), eventId, outcomeOf(forwarded)].join('  ');
      terminal.print({ json, text: oneLine(text) }, options);
    });
  });
}

interface Receiver {
  url: string;
  secret: string;
  signal: AbortSignal;
}

async function forward(event: Event, { url, secret, signal }: Receiver): Promise<Forwarded> {
  // The feed has the bytes of deliveries, and parsing keeps the order of names.
  const body = JSON.stringify(event);
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  try {
    const answer = await fetch(url, {
      ...{ method: 'POST', body, redirect: 'manual' },
      headers: signedHeaders(event.eventId, body, secret, new Date()),
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    });
    const durationMs = took();
    await answer.body?.cancel();
    return { status: answer.status, error: null, durationMs };
  } catch (error) {
    signal.throwIfAborted();
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return { status: null, error: cause?.code ?? name, durationMs: took() };
  }
}

function outcomeOf({ status, error, durationMs }: Forwarded): string {
  return `${status ?? `no answer (${error})`}  ${durationMs} ms`;
}

function urlOf(text: string, terminal: Terminal): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw terminal.wrongWords(`"${text}" is not a URL: use one such as http://localhost:4000/hook.`);
  if (url.username + url.password === '') return text;
  throw terminal.wrongWords('--forward can not have a user name or a password: deliveries have none.');
}

function givenSecret(text: string | undefined, terminal: Terminal): string | undefined {
  if (text === undefined || isSecret(text)) return text;
  throw terminal.wrongWords('--secret must be whsec_ and at least 24 bytes in base64.');
}

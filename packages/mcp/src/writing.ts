import { z } from 'zod';
import { FoyerError } from '@foyer/client';

export const dryRun = z
  .boolean()
  .default(false)
  .describe('true: only shows what would be sent and what it would change. Nothing is changed.');

interface Write<Answer> {
  /** The operation of the API. */
  operation: string;
  body: Record<string, unknown>;
  /** The record as it is now, if one is changed. */
  before?: () => Promise<object>;
  /** Reads that fail if the change would name a record that does not exist. */
  needs?: readonly (() => PromiseLike<unknown>)[];
  /** Has the service check the change without saving it. */
  preview?: () => Promise<{ url: string; expiresAt: string }>;
  send: () => Promise<Answer>;
}

/** Sends the change, or says what it would do. */
export async function write<Answer>(isDryRun: boolean, change: Write<Answer>): Promise<Answer | object> {
  if (!isDryRun) return change.send();
  const unchecked: string[] = [];
  const tried = async <Result>(read?: () => PromiseLike<Result>) => {
    try {
      return await read?.();
    } catch (error) {
      if (!isNotAllowed(error)) throw error;
      unchecked.push(`${error.operation}: ${error.detail}`);
      return undefined;
    }
  };
  const before = await tried(change.before);
  for (const need of change.needs ?? []) await tried(need);
  const preview = await tried(change.preview);
  return {
    dryRun: true,
    wouldSend: { operation: change.operation, body: change.body },
    changes: before && differences(before, change.body),
    preview: preview && { url: preview.url, expiresAt: preview.expiresAt },
    ...(unchecked.length > 0 && { unchecked }),
    note: change.preview
      ? 'Nothing was changed.'
      : 'Nothing was changed. The service checks the values when they are sent.',
  };
}

/** The key may change something, and still not read all that a dry run looks at; and not every service has a site. */
function isNotAllowed(error: unknown): error is FoyerError {
  return error instanceof FoyerError && (error.status === 403 || error.code === 'no_site');
}

function differences(before: object, body: Record<string, unknown>): object {
  const stored = before as Record<string, unknown>;
  const changed = Object.keys(body).filter((name) => !isSame(stored[name], body[name]));
  return Object.fromEntries(
    changed.map((name) => [name, { from: stored[name] ?? 'nothing', to: body[name] ?? 'nothing' }]),
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

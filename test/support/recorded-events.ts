import type { TestService } from './test-service.js';

export type RecordedEvent = { type: string } & Record<string, unknown>;

/** Payloads of the events with these values, in recorded order. */
export async function recordedEvents(
  { pool }: TestService,
  values: Record<string, unknown>,
): Promise<RecordedEvent[]> {
  const { rows } = await pool.query<{ payload: RecordedEvent }>(
    'select payload from event where payload::jsonb @> $1::jsonb order by id',
    [JSON.stringify(values)],
  );
  return rows.map(({ payload }) => payload);
}

export async function recordedTypes(
  service: TestService,
  values: Record<string, unknown>,
): Promise<string[]> {
  return (await recordedEvents(service, values)).map(({ type }) => type);
}

import type { AuditEntry, WithDates } from '@foyer/client';
import type { VNode } from 'preact';
import { FilterForm } from '../../parts/filter-form.js';
import { TextField } from '../../parts/fields.js';
import { FormState } from '../../parts/form-state.js';
import { Empty, Heading, ListPages, Moment } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { answerOrForm, filtersIn, pageIn, type Screens, type Shown, type Visit } from '../kit/screen.js';

type Entry = WithDates<AuditEntry>;

const PATH = '/settings/audit';
const PAGE_SIZE = 25;
const FILTERS = ['actor', 'operation', 'recordId', 'from', 'to'] as const;

export const auditScreens: Screens = { 'GET /settings/audit': listAudit };

async function listAudit({ api, query }: Visit): Promise<Shown> {
  const given = filtersIn(query, FILTERS);
  const found = await answerOrForm(
    query,
    FILTERS,
    api.auditLog.list({
      ...given,
      // The input of a day is a date; the API wants a time.
      ...(given.from && { from: startOf(given.from) }),
      ...(given.to && { to: startOf(given.to) }),
      ...pageIn(query, PAGE_SIZE),
    }),
  );
  const { audit } = words;
  const isRefused = found instanceof FormState;
  const isFiltered = Object.keys(given).length > 0;
  return {
    title: audit.title,
    section: 'audit',
    status: isRefused ? 400 : 200,
    content: (
      <>
        <Heading title={audit.title} about={audit.about} />
        <Filters state={isRefused ? found : FormState.of(given)} isFiltered={isFiltered} />
        {!isRefused && <Entries of={found.items} isFiltered={isFiltered} />}
        {!isRefused && <ListPages path={PATH} query={query} nextCursor={found.nextCursor} />}
      </>
    ),
  };
}

function startOf(day: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day}T00:00:00Z` : day;
}

function Filters({ state, isFiltered }: { state: FormState; isFiltered: boolean }): VNode {
  const { audit } = words;
  return (
    <FilterForm to={PATH} state={state} clearTo={isFiltered ? PATH : undefined}>
      <TextField name="actor" label={audit.actor} />
      <TextField name="operation" label={audit.operation} />
      <TextField name="recordId" label={audit.record} />
      <TextField name="from" label={audit.from} type="date" />
      <TextField name="to" label={audit.to} type="date" />
    </FilterForm>
  );
}

function Entries({ of: entries, isFiltered }: { of: readonly Entry[]; isFiltered: boolean }): VNode {
  const { audit } = words;
  if (entries.length === 0)
    return (
      <Empty title={isFiltered ? audit.noneFound : audit.none}>
        <p>{isFiltered ? audit.noneFoundAbout : audit.noneAbout}</p>
      </Empty>
    );
  return (
    <ol class="rows">
      {entries.map((entry) => (
        <EntryRow key={entry.auditEntryId} of={entry} />
      ))}
    </ol>
  );
}

function EntryRow({
  of: { occurredAt, operation, recordId, actor, changedFields, values },
}: {
  of: Entry;
}): VNode {
  const { audit } = words;
  return (
    <li class="row">
      <div class="what">
        <p class="meta">
          <Moment at={occurredAt} />
          <a href={filtered('actor', actor.id)}>{actor.name ?? `${audit.actors[actor.type]} ${actor.id}`}</a>
          {actor.network && <span>{actor.network}</span>}
        </p>
        <p>
          <a href={filtered('operation', operation)}>
            <strong>{operation}</strong>
          </a>{' '}
          {recordId && (
            <a href={filtered('recordId', recordId)}>
              <code>{recordId}</code>
            </a>
          )}
        </p>
        {changedFields.length > 0 && <p class="meta">{changedFields.join(', ')}</p>}
        {values.length > 0 && (
          <details>
            <summary>{audit.values}</summary>
            <dl>
              {values.map(({ field, before, after }) => (
                <div key={field}>
                  <dt>{field}</dt>
                  <dd>
                    {!isNothing(before) && <del>{shown(field, before)}</del>} <ins>{shown(field, after)}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </div>
    </li>
  );
}

function filtered(name: string, value: string): string {
  return `${PATH}?${new URLSearchParams({ [name]: value })}`;
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined;
}

/** The fields of times, and how the API writes a time. Phone numbers look the same. */
const TIME_FIELD = /(At|Until)$/;
const TIME = /^[+-]\d+$/;

function shown(field: string, value: unknown): VNode | string {
  if (isNothing(value)) return words.audit.nothing;
  if (typeof value !== 'string') return JSON.stringify(value);
  return TIME_FIELD.test(field) && TIME.test(value) ? <Moment at={new Date(Number(value))} /> : value;
}

import type { Operation } from '../support/operations.js';
import type { Json } from './arbitraries.js';

type Body = { [name: string]: Json };

/**
 * Rules about several fields or about now, which a schema can't tell: each makes a body that the schema allows keep its rule.
 * They are the only reasons for which such a body may be answered with a 400.
 */
const RULES: readonly ((body: Body, operation: Operation) => Body)[] = [
  function actionsAreNamedOnce(body) {
    if (!Array.isArray(body.actions)) return body;
    const named = new Map((body.actions as Body[]).map((action) => [action.actionId, action]));
    return { ...body, actions: [...named.values()] };
  },
  function theHeaderHasOneOfTheActions(body, { method }) {
    const { headerActionId, ...rest } = body;
    const [action] = (body.actions ?? []) as Body[];
    if (typeof headerActionId === 'string' && action) return { ...rest, headerActionId: action.actionId! };
    // The header may name one of the actions that are about to be replaced.
    return method === 'PATCH' && body.actions ? { ...rest, headerActionId: null } : rest;
  },
  function aFormCanBeFilledIn(body) {
    if (!Array.isArray(body.fields)) return body;
    const named = new Map((body.fields as Body[]).map((field) => [field.name, field]));
    const possible = [...named.values()].map(({ minLength: _least, ...field }) => ({
      ...{ ...field, label: 'Size' },
      options: field.type === 'choice' ? ['One'] : [],
    }));
    return { ...body, fields: possible };
  },
  function aVisitEndsAfterItBegan(body) {
    const { sessionStartedAt: began, sessionEndedAt: ended } = body;
    if (typeof began !== 'string' || typeof ended !== 'string' || Number(ended) >= Number(began)) return body;
    return { ...body, sessionStartedAt: ended, sessionEndedAt: began };
  },
  function aVersionIsScheduledWithinAYear(body) {
    const latest = Date.now() + 365 * 86_400_000;
    return Number(body.publishAt) > latest ? { ...body, publishAt: `+${latest}` } : body;
  },
  function anAccountIsNamed(body, { path }) {
    const isNamed = body.accountId !== undefined || body.domain !== undefined;
    return path === '/v0/account_logs' && !isNamed ? { ...body, domain: 'example.com' } : body;
  },
];

export function keepingAllRules(body: Json, operation: Operation): Json {
  return RULES.reduce((kept, rule) => rule(kept, operation), body as Body);
}

type Query = Record<string, string>;

/** The same for queries. */
const QUERY_RULES: readonly ((query: Query, operation: Pick<Operation, 'path'>) => Query)[] = [
  function aTimeZoneIsKnown({ timeZone, ...query }) {
    return timeZone === undefined ? query : { ...query, timeZone: 'Asia/Kathmandu' };
  },
  function aPeriodOfFiguresIsShort(query, { path }) {
    const { from } = query;
    return path.endsWith('/analytics') && from ? { ...query, to: `+${Number(from) + 86_400_000}` } : query;
  },
];

export function queryKeepingAllRules(query: Query, operation: Pick<Operation, 'path'>): Query {
  return QUERY_RULES.reduce((kept, rule) => rule(kept, operation), query);
}

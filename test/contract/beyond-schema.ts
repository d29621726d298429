import { readTime } from '../../src/shared/fields/read-time.js';
import type { Operation } from '../support/openapi/operations.js';
import type { Json } from './arbitraries.js';

/** In milliseconds since 1970; a query may have a time that is to be refused. */
function momentOf(time: string): number {
  const read = readTime(time);
  return typeof read === 'number' ? read : NaN;
}

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
  function theHeaderHasOneOfTheActions(body, { method, path }) {
    const { headerActionId, ...rest } = body;
    const [action] = (body.actions ?? []) as Body[];
    if (typeof headerActionId === 'string' && action) return { ...rest, headerActionId: action.actionId! };
    // The header may name one of the actions that are about to be replaced.
    const isChange = method === 'PATCH' || path === '/v0/pages/{page_id}/preview';
    return isChange && body.actions ? { ...rest, headerActionId: null } : rest;
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
    if (typeof began !== 'string' || typeof ended !== 'string' || momentOf(ended) >= momentOf(began))
      return body;
    return { ...body, sessionStartedAt: ended, sessionEndedAt: began };
  },
  function plansAreWithinAYear(body) {
    const latest = Date.now() + 365 * 86_400_000;
    const isTooFar = (field: string) => typeof body[field] === 'string' && momentOf(body[field]) > latest;
    const shortened = ['publishAt', 'archiveAt'].filter(isTooFar).map((field) => [field, `+${latest}`]);
    return { ...body, ...Object.fromEntries(shortened) };
  },
  function anAccountIsNamed(body, { path }) {
    const isNamed = body.accountId !== undefined || body.domain !== undefined;
    return path === '/v0/account_logs' && !isNamed ? { ...body, domain: 'example.com' } : body;
  },
  function theNameOfAKeyIsPrintable(body, { path }) {
    return isAboutKeys(path) && body.name !== undefined ? { ...body, name: 'Key' } : body;
  },
  function aKeyExpiresLaterAndAChildSoon(body, { path }) {
    if (!isAboutKeys(path) || typeof body.expiresAt !== 'string') return body;
    return { ...body, expiresAt: `+${Date.now() + 86_400_000}` };
  },
];

const isAboutKeys = (path: string) => path.startsWith('/v0/api_keys') || path === '/v0/me/keys';

const BATCH = /\/batch$/;

export function keepingAllRules(body: Json, operation: Operation): Json {
  const { items } = body as Body;
  if (BATCH.test(operation.path) && Array.isArray(items)) {
    const single = { ...operation, path: operation.path.replace(BATCH, '') };
    return { ...(body as Body), items: items.map((item) => keepingAllRules(item, single)) };
  }
  return RULES.reduce((kept, rule) => rule(kept, operation), body as Body);
}

/** A batch that one refused item refuses. With `each`, the status would be 200. */
export function refusedByOne(body: Json, { path }: Pick<Operation, 'path'>): Json {
  return BATCH.test(path) ? { ...(body as Body), mode: 'atomic' } : body;
}

type Query = Record<string, string>;

interface Described extends Pick<Operation, 'path'> {
  /** What the document says about the operation. */
  description?: string;
}

/** The same for queries. */
const QUERY_RULES: readonly ((query: Query, operation: Described, kept?: string) => Query)[] = [
  function aTimeZoneIsKnown({ timeZone, ...query }) {
    return timeZone === undefined ? query : { ...query, timeZone: 'Asia/Kathmandu' };
  },
  function aPeriodOfFiguresIsShort(query, { path }) {
    const { from } = query;
    return path.endsWith('/analytics') && from ? { ...query, to: `+${momentOf(from) + 86_400_000}` } : query;
  },
  function aDomainIsOne({ domain, ...query }) {
    return domain === undefined ? query : { ...query, domain: 'example.com' };
  },
  function whatExcludesEachOtherIsNotGivenTogether(query, { description = '' }, kept) {
    const left = { ...query };
    for (const [, excluded, text] of description.matchAll(EXCLUSION)) {
      const others = Object.keys(left).filter((name) =>
        [name, `${name}=${left[name]}`].some((each) => text!.includes(`\`${each}\``)),
      );
      if (left[excluded!] === undefined || others.length === 0) continue;
      for (const name of excluded === kept ? others : [excluded!]) delete left[name];
    }
    return left;
  },
];

/** The document says in words which parameters of a list exclude each other. */
const EXCLUSION = /`(\w+)` can't be combined with ([^.]+)\./g;

/** Of what excludes each other, the parameter `kept` stays. */
export function queryKeepingAllRules(query: Query, operation: Described, kept?: string): Query {
  return QUERY_RULES.reduce((left, rule) => rule(left, operation, kept), query);
}

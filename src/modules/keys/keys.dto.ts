import { ApiSchema } from '@nestjs/swagger';
import { KEY_STATES, type KeyState } from '../../shared/auth/keys/key-standing.js';
import {
  DEFAULT_OVERLAP_HOURS,
  MAX_CHILD_DAYS,
  MAX_OVERLAP_HOURS,
} from '../../shared/auth/keys/key-rules.js';
import { Integer, Nested, OneOf, RecordId, Text, Time } from '../../shared/fields/fields.js';
import { ListQuery, ListView } from '../../shared/fields/list.dto.js';
import { QueryId } from '../../shared/fields/query-fields.js';
import { RequestTime } from '../../shared/fields/request-time.js';
import { TextList } from '../../shared/fields/text-list.js';
import { exampleId } from '../../shared/kernel/example-ids.js';
import { MAX_BURST, MAX_PER_SECOND } from '../../shared/kernel/rate-limit.js';
import { KeyName, ScopeList } from './key-fields.js';

const NAME = 'Newsletter tool';
const SCOPES = ['persons:read', 'topics:read'];
/** 2100-01-01: a time that is ahead of every reader. */
const FAR_AHEAD = '+4102444800000';
const ABOUT = {
  name: 'For people: who or what uses the key.',
  scopes: '`*` is everything. Repeats are dropped.',
  rateLimit: 'The limit of the key itself, in addition to that of the tenant.',
  expiresAt: 'At least one minute ahead. Without it, the key does not expire.',
  secret: 'The key to send. Store it: it is shown only once.',
};
const SECRET = `foyer_${exampleId('key').slice('key_'.length)}_wL0pXk3TqYb7Vd2mRf9sNc4hJg6aZu1e`;
const ORIGINS = ['api', 'cli', 'environment', 'data_folder'] as const;

/** Where a key was made. */
export type KeyOriginView = (typeof ORIGINS)[number];

@ApiSchema({ name: 'RateLimit' })
export class RateLimitDto {
  @Integer({ min: 1, max: MAX_PER_SECOND, about: 'Requests per second.', example: 50 })
  perSecond!: number;

  @Integer({ min: 1, max: MAX_BURST, about: 'Requests at once, after a pause.', example: 500 })
  burst!: number;
}

export class CreateApiKey {
  @KeyName({ about: ABOUT.name, example: NAME })
  name!: string;

  @ScopeList({ about: ABOUT.scopes, example: SCOPES })
  scopes!: string[];

  @Nested(() => RateLimitDto, { optional: true, nullable: true, about: ABOUT.rateLimit })
  rateLimit?: RateLimitDto | null;

  @RequestTime({ optional: true, nullable: true, about: ABOUT.expiresAt, example: FAR_AHEAD })
  expiresAt?: string | null;
}

export class UpdateApiKey {
  @KeyName({ optional: true, about: ABOUT.name, example: NAME })
  name?: string;

  @ScopeList({ optional: true, about: `Replaces all scopes. ${ABOUT.scopes}`, example: ['persons:read'] })
  scopes?: string[];

  @Nested(() => RateLimitDto, { optional: true, nullable: true, about: ABOUT.rateLimit })
  rateLimit?: RateLimitDto | null;

  @RequestTime({ optional: true, nullable: true, about: ABOUT.expiresAt, example: FAR_AHEAD })
  expiresAt?: string | null;
}

export class RotateApiKey {
  @Integer({
    min: 0,
    max: MAX_OVERLAP_HOURS,
    optional: true,
    about: `How long the old secret works as well; 0 ends it at once. Default: ${DEFAULT_OVERLAP_HOURS}.`,
    example: DEFAULT_OVERLAP_HOURS,
  })
  overlapHours?: number;
}

export class CreateChildKey {
  @KeyName({ about: ABOUT.name, example: 'Console of Kim' })
  name!: string;

  @ScopeList({
    optional: true,
    about: 'A part of the scopes of the key itself, which are also the default.',
    example: SCOPES,
  })
  scopes?: string[];

  @RequestTime({
    optional: true,
    about: `From one minute to ${MAX_CHILD_DAYS} days ahead, which is also the default.`,
    example: undefined,
  })
  expiresAt?: string;
}

export class ApiKeysQuery extends ListQuery {
  @QueryId('key', { about: 'Only the children of this key.' })
  parentApiKeyId?: string;
}

@ApiSchema({ name: 'ApiKey' })
export class ApiKeyView {
  @RecordId('key')
  apiKeyId!: string;

  @Text({ nullable: true, about: ABOUT.name, example: NAME })
  name!: string | null;

  @OneOf(ORIGINS, {
    title: 'ApiKeyOrigin',
    about: 'Where it was made: by a request, on the command line, by `API_KEY`, or at the first start.',
    example: 'api',
  })
  origin!: KeyOriginView;

  @RecordId('key', { nullable: true, about: 'The key of which it is a child.', example: null })
  parentApiKeyId!: string | null;

  @OneOf(KEY_STATES, { title: 'ApiKeyState', about: 'A child ends with its parent.', example: 'active' })
  state!: KeyState;

  @TextList({ about: 'A child never has more than its parent.', example: SCOPES })
  scopes!: string[];

  @Nested(() => RateLimitDto, {
    nullable: true,
    about: `${ABOUT.rateLimit} A child shares that of its parent.`,
  })
  rateLimit!: RateLimitDto | null;

  @Time({ nullable: true, example: null })
  expiresAt!: string | null;

  @Time({ nullable: true, example: null })
  revokedAt!: string | null;

  @Time({
    nullable: true,
    about: 'Until then, the secret before the last rotation works as well.',
    example: null,
  })
  previousSecretExpiresAt!: string | null;

  @Time({ nullable: true, about: 'The day of the last use: its beginning in UTC.' })
  lastUsedAt!: string | null;

  @Time()
  createdAt!: string;

  @Time()
  updatedAt!: string;
}

@ApiSchema({ name: 'IssuedApiKey' })
export class IssuedApiKeyView extends ApiKeyView {
  @Text({ about: ABOUT.secret, example: SECRET })
  secret!: string;
}

export const ApiKeyListView = ListView('ApiKeyList', () => ApiKeyView, { totalCount: { nullable: true } });

@ApiSchema({ name: 'OwnLimits' })
export class OwnLimitsView {
  @Nested(() => RateLimitDto, { nullable: true, about: ABOUT.rateLimit })
  key!: RateLimitDto | null;

  @Nested(() => RateLimitDto, { nullable: true, about: 'The limit of all keys of the tenant together.' })
  tenant!: RateLimitDto | null;
}

@ApiSchema({ name: 'OwnKey' })
export class OwnKeyView {
  @RecordId('tenant')
  tenantId!: string;

  @Text({ example: 'default' })
  tenantName!: string;

  @RecordId('key')
  apiKeyId!: string;

  @Text({ nullable: true, example: NAME })
  name!: string | null;

  @RecordId('key', { nullable: true, about: 'The key of which it is a child.', example: null })
  parentApiKeyId!: string | null;

  @TextList({ example: SCOPES })
  scopes!: string[];

  @Time({ nullable: true, about: 'When the secret that was sent stops working.', example: null })
  expiresAt!: string | null;

  @Nested(() => OwnLimitsView)
  limits!: OwnLimitsView;
}

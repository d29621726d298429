import { Controller, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Caller } from '../../shared/auth/keys/caller.js';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { CurrentCaller, FromBody, FromQuery, IfMatch, PathId } from '../../shared/http/endpoint/inputs.js';
import { TO_DELETE } from '../../shared/kernel/example-ids.js';
import { Precondition } from '../../shared/kernel/precondition.js';
import { PARENT_KEY_HEADER } from './acting-key.js';
import {
  ApiKeyListView,
  ApiKeysQuery,
  ApiKeyView,
  CreateApiKey,
  IssuedApiKeyView,
  RotateApiKey,
  UpdateApiKey,
} from './keys.dto.js';
import { KeysService } from './keys.service.js';

const BEYOND = {
  code: 'beyond_own_key',
  when:
    'The key has, or would have, scopes, limits or a lifetime that the calling key lacks. Or the given parent is not ' +
    'that of the calling key (`parent_key_wrong`).',
};
const BEYOND_OR_CHILD = {
  ...BEYOND,
  when: `${BEYOND.when} Or the caller is a child key and does not send its parent (\`parent_key_required\`).`,
};
const LAST = 'It is the last key that can manage keys and neither expires nor is a child.';

const ParentText = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<Request>().get(PARENT_KEY_HEADER),
);

const TakesParentKey = () =>
  ApiHeader({
    name: PARENT_KEY_HEADER,
    required: false,
    schema: { type: 'string' },
    description: 'For a child key: the current secret of the key that made it, whose rights then count.',
  });

@Controller()
@ApiTags('keys')
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @Endpoint('GET /v0/api_keys', {
    summary: 'List API keys',
    description: 'All keys of the tenant, newest first, without their secrets; also those that have ended.',
    access: 'keys:read',
    answer: ApiKeyListView,
  })
  listApiKeys(@FromQuery() query: ApiKeysQuery) {
    return this.keys.list(query);
  }

  @Endpoint('POST /v0/api_keys', {
    summary: 'Create an API key',
    description: 'Returns the key with its secret, which is shown only once.',
    access: 'keys:write',
    forbidden: BEYOND_OR_CHILD,
    answer: IssuedApiKeyView,
    status: 201,
  })
  @TakesParentKey()
  createApiKey(
    @FromBody() body: CreateApiKey,
    @CurrentCaller() caller: Caller,
    @ParentText() parentText?: string,
  ) {
    return this.keys.create(body, { caller, parentText });
  }

  @Endpoint('GET /v0/api_keys/{api_key_id}', {
    summary: 'Get an API key',
    description: 'One key, without its secret.',
    access: 'keys:read',
    answer: ApiKeyView,
  })
  getApiKey(@PathId('api_key_id', 'key') keyId: string) {
    return this.keys.get(keyId);
  }

  @Endpoint('PATCH /v0/api_keys/{api_key_id}', {
    summary: 'Update an API key',
    description:
      'Changes the given fields; null clears a field. The secret stays. All processes follow within a second.',
    access: 'keys:write',
    forbidden: BEYOND,
    conflict: {
      code: 'last_managing_key',
      when: `${LAST} Or it was revoked (\`key_ended\`), or is a child key (\`child_key\`).`,
    },
    answer: ApiKeyView,
  })
  @TakesParentKey()
  updateApiKey(
    @PathId('api_key_id', 'key') keyId: string,
    @FromBody() body: UpdateApiKey,
    @IfMatch() precondition: Precondition,
    @CurrentCaller() caller: Caller,
    @ParentText() parentText?: string,
  ) {
    return this.keys.update(keyId, body, precondition, { caller, parentText });
  }

  @Endpoint('DELETE /v0/api_keys/{api_key_id}', {
    summary: 'Revoke an API key',
    description:
      'Ends the key and its children, in all processes within a second, and returns it. It stays in the list. Any key ' +
      'may end itself; to end others it needs the scope `keys:write`.',
    access: 'any key',
    forbidden: {
      ...BEYOND,
      when: `${BEYOND.when} Or the key names another one and lacks the scope \`keys:write\` (\`missing_scope\`).`,
    },
    conflict: { code: 'last_managing_key', when: LAST },
    answer: ApiKeyView,
  })
  @TakesParentKey()
  revokeApiKey(
    @PathId('api_key_id', 'key', TO_DELETE) keyId: string,
    @IfMatch() precondition: Precondition,
    @CurrentCaller() caller: Caller,
    @ParentText() parentText?: string,
  ) {
    return this.keys.revoke(keyId, precondition, { caller, parentText });
  }

  @Endpoint('POST /v0/api_keys/{api_key_id}/rotate', {
    summary: 'Rotate an API key',
    description:
      'Returns a new secret, only once. The old one works for `overlapHours` as well, and an older one no longer. ' +
      'The children of the key end at once.',
    access: 'keys:write',
    forbidden: BEYOND_OR_CHILD,
    conflict: {
      code: 'key_ended',
      when: 'The key has ended, is a child (`child_key`), or its secret is set by the operator (`key_secret_is_set`).',
    },
    answer: IssuedApiKeyView,
  })
  @TakesParentKey()
  rotateApiKey(
    @PathId('api_key_id', 'key') keyId: string,
    @FromBody() body: RotateApiKey,
    @CurrentCaller() caller: Caller,
    @ParentText() parentText?: string,
  ) {
    return this.keys.rotate(keyId, body, { caller, parentText });
  }
}

import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../shared/auth/keys/caller.js';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { CurrentCaller, FromBody } from '../../shared/http/endpoint/inputs.js';
import { CreateChildKey, IssuedApiKeyView, OwnKeyView } from './keys.dto.js';
import { MAX_CHILDREN } from './child-key-limit.js';
import { OwnKeyService } from './own-key.service.js';

@Controller()
@ApiTags('keys')
export class OwnKeyController {
  constructor(private readonly ownKey: OwnKeyService) {}

  @Endpoint('GET /v0/me', {
    summary: 'Get the key of the request',
    description: 'The tenant, scopes, expiry and limits of the key that sends the request.',
    access: 'any key',
    answer: OwnKeyView,
  })
  getOwnKey(@CurrentCaller() caller: Caller) {
    return this.ownKey.get(caller);
  }

  @Endpoint('POST /v0/me/keys', {
    summary: 'Create a child of the own key',
    description:
      'For a sign-in: a key that lives for days, with a part of the scopes of the key that sends the request. It ends ' +
      'with that key, or when that key is rotated. Its secret is shown only once.',
    access: 'any key',
    forbidden: {
      code: 'beyond_own_key',
      when: 'The key lacks a scope, or is a child itself (`child_key`).',
    },
    conflict: { code: 'too_many_child_keys', when: `The key already has ${MAX_CHILDREN} children.` },
    answer: IssuedApiKeyView,
    status: 201,
  })
  createChildKey(@FromBody() body: CreateChildKey, @CurrentCaller() caller: Caller) {
    return this.ownKey.createChild(body, caller);
  }
}

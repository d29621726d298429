import { jest } from '@jest/globals';
import { clock } from '../../src/shared/kernel/clock.js';
import type { Test } from 'supertest';
import { PARENT_KEY_HEADER } from '../../src/modules/keys/acting-key.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { apiClient, type ApiClient } from '../support/api/api-client.js';
import type { TestService } from '../support/test-service.js';

/** A key as POST and rotate answer it. */
export interface Issued {
  apiKeyId: string;
  secret: string;
  expiresAt: string | null;
  scopes: string[];
  updatedAt: string;
}

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

export const ahead = (ms: number) => `+${Date.now() + ms}`;

export const uuidOfKey = (secret: string) => uuidOf('key', `key_${secret.split('_')[1]}`)!;

export const idOf = (secret: string) => `key_${secret.split('_')[1]}`;

export const pathOf = (secret: string) => `/v0/api_keys/${idOf(secret)}`;

export const withParent = (test: Test, parent: string) => test.set(PARENT_KEY_HEADER, parent);

export async function issued(api: ApiClient, body: object = {}): Promise<Issued> {
  const asked = { name: 'Made by a test', scopes: ['*'], ...body };
  return (await api.post('/v0/api_keys', asked).expect(201)).body as Issued;
}

export async function childOf(service: TestService, key: string, body: object = {}): Promise<Issued> {
  const asked = { name: 'Child', ...body };
  return (await apiClient(service.url, key).post('/v0/me/keys', asked).expect(201)).body as Issued;
}

/** As if so much time had gone by, until mocks are restored. */
export function later(ms: number): void {
  const moment = new Date(Date.now() + ms);
  jest.spyOn(clock, 'now').mockImplementation(() => moment);
}

import { defineEvents } from '../../shared/events/event-kind.js';
import { RecordId } from '../../shared/fields/fields.js';

export class ApiKeyEvent {
  @RecordId('key')
  apiKeyId!: string;
}

const key = { payload: ApiKeyEvent, resource: 'apiKeyId' } as const;

export const keyEvents = defineEvents({
  'api_key.created': { about: 'An API key, or a child of one, was created.', ...key },
  'api_key.updated': { about: 'An API key was changed.', ...key },
  'api_key.rotated': { about: 'An API key has a new secret; its children have ended.', ...key },
  'api_key.revoked': { about: 'An API key was revoked; its children have ended.', ...key },
});

declare module '../../shared/events/event-kind.js' {
  interface DeclaredEvents {
    keys: typeof keyEvents;
  }
}

export type ApiKeyEventKind = keyof typeof keyEvents;

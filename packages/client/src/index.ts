export { Foyer, type FoyerOptions } from './foyer.js';
export {
  FoyerError,
  type FailureOf,
  type ClientCode,
  type ErrorCode,
  type OperationName,
} from './foyer-error.js';
export { etagOf } from './etags.js';
export { EventStream, type StreamOptions } from './event-stream.js';
export { Export } from './export.js';
export { List, type ListPage } from './list.js';
export type { ChangeOptions, PostOptions, ReadOptions } from './method-types.js';
export type { Time, TimeInput, WithDates } from './times.js';
export type { CallOptions } from './transport.js';
export type { AssetUpload, Uploadable } from './upload.js';
export { VersionNotPublishedError, type WaitOptions } from './wait-until-published.js';
export {
  verifyWebhook,
  WebhookVerificationError,
  type VerifyOptions,
  type WebhookHeaders,
} from './webhooks.js';
export type { Operations } from './generated/operations.js';
export type * from './generated/types.gen.js';

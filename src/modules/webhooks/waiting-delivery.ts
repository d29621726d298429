import type { SigningKey } from './webhook-signatures.js';

export interface WaitingDelivery {
  id: string;
  eventId: string;
  /** Null where it may be delivered in any order. */
  resource: string | null;
  tries: number;
  /** Changes when it is asked for again. */
  dueAt: number;
  body: string;
}

/** Who it goes to. */
export interface Receiver {
  url: string;
  /** The newest first. */
  keys: SigningKey[];
  isFailing: boolean;
}

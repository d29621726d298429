export interface WaitingDelivery {
  id: string;
  eventId: string;
  /** Null where it may be delivered in any order. */
  resource: string | null;
  tries: number;
  body: string;
}

/** Who it goes to. */
export interface Receiver {
  url: string;
  /** The newest first. */
  secrets: string[];
  failingSince: number | null;
}

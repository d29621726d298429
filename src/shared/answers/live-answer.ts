/** The open connection of a live answer. Nothing is sent before the first `write`, so `begin` may still refuse. */
export interface LiveConnection {
  readonly isClosed: boolean;
  /** What the reader has not taken yet. */
  readonly unsentBytes: number;
  write(text: string | Buffer): void;
  /** Resolves once the reader has taken everything, or is gone. */
  drained(): Promise<void>;
  onClose(act: () => void): void;
  /** Ends the answer, after what was written. */
  end(): void;
  /** Cuts off the reader, and drops what it has not taken. */
  cut(): void;
}

/** An answer that stays open, and says more whenever there is more to say. */
export class LiveAnswer {
  constructor(
    readonly mediaType: string,
    readonly begin: (connection: LiveConnection) => void,
  ) {}
}

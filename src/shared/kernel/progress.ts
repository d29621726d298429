/** Receives the steps of long work, for the person or the log that follows it. */
export interface Progress {
  step(text: string): void;
  /** A step that is one of several; `number` counts from 1. */
  part(text: string, number: number, total: number): void;
}

export const SILENT_PROGRESS: Progress = { step: () => undefined, part: () => undefined };

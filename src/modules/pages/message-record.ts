import type { Overrides } from './audience.entity.js';

export const MESSAGE_KINDS = ['edit', 'restore', 'note', 'rollback'] as const;

export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** One line of an audience's history. */
export interface MessageRecord {
  id: string;
  kind: MessageKind;
  text: string | null;
  /** The overrides after it, where it changed any. */
  snapshot: Overrides | null;
  createdAt: Date | number;
}

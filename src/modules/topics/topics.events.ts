export const topicEvents = [
  'topic.created',
  'topic.updated',
  'topic.deleted',
  'topic.entry.created',
  'topic.entry.updated',
  'topic.entry.deleted',
] as const;

export type TopicEvent = (typeof topicEvents)[number];

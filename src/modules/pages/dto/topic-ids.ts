import type { FieldOptions } from '../../../shared/fields/field.js';
import { TextList } from '../../../shared/fields/text-list.js';

const MAX_TOPICS = 50;

export const TOPICS =
  'The topics that the page shows and answers questions from, in this order. Null: all topics. Empty: none. Deleted topics drop out.';

export const TOPICS_OVERRIDE = "Replaces the page's `topicIds`. Null: no override. Empty: no topics.";

export const TopicIds = (options: FieldOptions): PropertyDecorator =>
  TextList({ maxItems: MAX_TOPICS, ...options });

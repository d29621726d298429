import { noSuch, type Problems } from '../../shared/kernel/errors.js';

export const topicProblems: Problems = {
  topic_not_found: noSuch('topic', 'or named in a body'),
  entry_not_found: noSuch('entry of a topic'),
  topic_full: {
    kinds: ['conflict'],
    meaning: 'The topic has as many entries, or as much text in its entries, as a topic can have.',
    remedy: 'Delete or shorten entries, or create another topic.',
  },
};

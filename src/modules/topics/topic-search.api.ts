import { Injectable } from '@nestjs/common';
import { InjectSettings } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { matchedTextsIn, matchesIn, type MatchedText } from './search-reads.js';
import { bestMatches, type Match } from './search-rules.js';
import { snippetOf } from './snippet.js';

/** The passage of an entry that answers a question. */
export interface FoundPassage {
  entryId: string;
  topicId: string;
  topicTitle: string;
  /** Plain text: a few sentences of the entry. */
  snippet: string;
  rank: number;
}

const MAX_PASSAGES = 3;

const hasTexts = new PreparedRead<object>(
  'topics.has_texts',
  `select from topic_entry where tenant_id = $1 and search_terms is not null limit 1`,
);

/** Finds answers in the tenant's entries of text and Markdown, for other modules (decision 74). */
@Injectable()
export class TopicSearchApi {
  private readonly matches: PreparedRead<Match>;
  private readonly texts: PreparedRead<MatchedText>;

  constructor(
    private readonly reads: PreparedReads,
    @InjectSettings() { SEARCH_LANGUAGE: language }: Settings,
  ) {
    this.matches = matchesIn(language);
    this.texts = matchedTextsIn(language);
  }

  /** Whether the tenant has any searchable text. */
  async hasTexts(): Promise<boolean> {
    return (await this.reads.one(hasTexts)) !== undefined;
  }

  /** Best first. Empty if no entry contains enough of the question's words. */
  async search(question: string, { limit = MAX_PASSAGES } = {}): Promise<FoundPassage[]> {
    const best = bestMatches(await this.reads.all(this.matches, question), limit);
    if (best.length === 0) return [];
    const texts = await this.reads.all(
      this.texts,
      question,
      best.map(({ entryId }) => entryId),
    );
    return best.flatMap(({ entryId, rank }) => {
      const found = texts.find((each) => each.entryId === entryId);
      return found ? [passageOf(found, rank)] : [];
    });
  }
}

function passageOf({ entryId, topicId, topicTitle, text, contentType, words }: MatchedText, rank: number) {
  return { entryId, topicId, topicTitle, snippet: snippetOf(text, { type: contentType, words }), rank };
}

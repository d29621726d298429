import { Injectable } from '@nestjs/common';
import type { PersonSummary } from '../../crm/index.js';
import { TopicsApi, type TopicForComposing } from '../../topics/index.js';
import { computedNameOf } from '../entities/audience-name.js';
import { NO_OVERRIDES, type Audience, type Overrides } from '../entities/audience.entity.js';
import type { Content } from '../entities/content.js';
import type { EditedPage } from '../entities/edited-page.js';
import { pageContentColumns, type Page, type PageContent } from '../entities/page.entity.js';

export type PersonToGreet = Pick<PersonSummary, 'name' | 'account'>;

/** The complete input for composing a version. */
export interface CompositionInput {
  page: PageContent;
  audience: Overrides;
  /** The effective name of the audience. */
  name: string;
  person: PersonToGreet | undefined;
  topics: readonly TopicForComposing[];
}

/** Undefined: all topics. */
export function topicIdsFor(
  page: Pick<PageContent, 'topicIds'>,
  audience: Pick<Overrides, 'topicIdsOverride'>,
): string[] | undefined {
  return audience.topicIdsOverride ?? page.topicIds ?? undefined;
}

@Injectable()
export class CompositionInputs {
  constructor(private readonly topics: TopicsApi) {}

  /** Takes the supplementary context from the version, and the current state of everything else. */
  async load(
    page: Page,
    audience: Audience,
    { supplementaryContext = null }: { supplementaryContext?: string | null },
    person: PersonSummary | undefined,
  ): Promise<CompositionInput> {
    const overrides = { ...audience.overrides, supplementaryContext };
    const content = pageContentColumns.valuesOf(page);
    const topics = await this.topics.forComposing(topicIdsFor(content, overrides));
    return { page: content, audience: overrides, name: nameOf(page, audience, person), person, topics };
  }

  /** For new audiences of a page with these overrides: returns a function that makes the input of one of them. */
  async loader(
    page: Page,
    requests: readonly Partial<Overrides>[],
  ): Promise<(audience: Audience, person: PersonSummary | undefined) => CompositionInput> {
    const content = pageContentColumns.valuesOf(page);
    const named = requests.flatMap(({ topicIdsOverride }) => (topicIdsOverride ? [topicIdsOverride] : []));
    const ofPage =
      named.length < requests.length
        ? await this.topics.forComposing(topicIdsFor(content, NO_OVERRIDES))
        : [];
    const ofLists = await this.topics.forComposingLists(named);
    return (audience, person) => {
      const { overrides } = audience;
      const topics = overrides.topicIdsOverride ? ofLists(overrides.topicIdsOverride) : ofPage;
      return { page: content, audience: overrides, name: nameOf(page, audience, person), person, topics };
    };
  }

  /** Takes the given fields, saved or not. Without overrides, the page is for nobody in particular. */
  async ofEdited(
    { page, overrides = NO_OVERRIDES }: EditedPage,
    person: PersonSummary | undefined,
  ): Promise<CompositionInput> {
    const name = overrides.customName ?? page.name;
    const topics = await this.topics.forComposing(topicIdsFor(page, overrides));
    return { page, audience: overrides, name, person, topics };
  }

  /** The topics of content that was composed before. */
  async topicsOf({ topicIds }: Pick<Content, 'topicIds'>): Promise<CompositionInput['topics']> {
    return this.topics.forComposing(topicIds);
  }
}

function nameOf(page: Page, { customName, number }: Audience, person: PersonSummary | undefined): string {
  return customName ?? computedNameOf({ pageName: page.name, number, person: person ?? null });
}

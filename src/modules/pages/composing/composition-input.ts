import { Injectable } from '@nestjs/common';
import type { PersonSummary } from '../../crm/index.js';
import { TopicsApi, type TopicForComposing } from '../../topics/index.js';
import { computedNameOf } from '../audience-views.js';
import { overridesOf, type Audience, type Overrides } from '../audience.entity.js';
import type { Page, PageContent } from '../page.entity.js';

/** Somebody to speak to. */
export type Recipient = Pick<PersonSummary, 'name' | 'account'>;

/** All that the content of a version is made from. */
export interface CompositionInput {
  page: PageContent;
  audience: Overrides;
  /** What the audience is called. */
  name: string;
  person: Recipient | undefined;
  topics: readonly TopicForComposing[];
}

@Injectable()
export class CompositionInputs {
  constructor(private readonly topics: TopicsApi) {}

  /** What a version says besides its page was settled when it was made; all else is as it is by now. */
  async load(
    page: Page,
    audience: Audience,
    { supplementaryContext }: { supplementaryContext?: string | null },
    person: PersonSummary | undefined,
  ): Promise<CompositionInput> {
    const { number, customName } = audience;
    return {
      page: page as PageContent,
      audience: overridesOf({ ...overridesOf(audience), supplementaryContext }),
      name: customName ?? computedNameOf({ pageName: page.name, number }, person),
      person,
      topics: await this.topics.forComposing(),
    };
  }
}

import { uuidOf } from '../../../shared/kernel/ids.js';
import { ACTIONS, BRAND, FORMS, PROPOSAL, TOPICS, type DemoPage } from './company.js';
import type { OwnApi } from './own-api.js';
import type { PlannedLead } from './plan-year.js';

/** A link of the demo, as the visits on it need it. */
export interface DemoLink {
  pageLinkId: string;
  pageId: string;
  audienceId: string;
  formId: string;
  url: string | null;
}

/** Makes the records that visits need, when they are due, as a client of the API. */
export class Setup {
  /** By their paths. */
  readonly links = new Map<string, DemoLink>();
  private formIds: string[] = [];
  private proposalPageId = '';

  constructor(private readonly api: OwnApi) {}

  async begin(): Promise<void> {
    await this.api.post('/brands', BRAND);
    for (const { title, entries } of TOPICS) {
      const { topicId } = await this.api.post<{ topicId: string }>('/topics', { title });
      for (const content of entries)
        await this.api.post(`/topics/${topicId}/entries`, { content: { type: 'markdown', content } });
    }
    for (const form of FORMS)
      this.formIds.push((await this.api.post<{ formId: string }>('/forms', form)).formId);
    this.proposalPageId = await this.createPage(PROPOSAL);
  }

  async launch(page: DemoPage): Promise<void> {
    const pageId = await this.createPage(page);
    await this.addLink({ pageId, path: page.path, form: page.form, audience: { customName: 'Everybody' } });
  }

  /** Publishes the proposal for a person. */
  async propose({ name, email, company, path }: PlannedLead): Promise<void> {
    const { personId } = await this.api.post<{ personId: string }>('/persons', { name, email });
    const supplementaryContext = `${name} of ${company} wants to book desks and rooms.`;
    const audience = { personId, supplementaryContext };
    await this.addLink({ pageId: this.proposalPageId, path, form: PROPOSAL.form, audience });
  }

  /** The forms whose senders nobody has identified yet. */
  async receivedSubmissions(): Promise<{ formSubmissionId: string; createdAt: string }[]> {
    const found: { formSubmissionId: string; createdAt: string }[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Submissions = await this.api.get(
        `/form_submissions?status=received&limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      found.push(...page.items);
      cursor = page.nextCursor ?? null;
    }
    return found;
  }

  private async createPage(page: DemoPage): Promise<string> {
    const { name, pageType, language, body, title, description } = page;
    const { pageId } = await this.api.post<{ pageId: string }>('/pages', {
      ...{ name, pageType, language, body, brandId: BRAND.key },
      pageContext: `For visitors of ${page.path}. Facts before adjectives.`,
      ...{ actions: ACTIONS, actionCardWidgets: [], scripts: [], defaultFormId: this.formIds[page.form] },
      metadata: { title, description, ogSiteName: BRAND.name },
    });
    return pageId;
  }

  private async addLink({ pageId, path, form, audience }: NewLink): Promise<void> {
    const { audienceId } = await this.api.post<{ audienceId: string }>(
      `/pages/${pageId}/audiences`,
      audience,
    );
    const target = { targetType: 'audience', audienceId };
    const { pageLinkId, url } = await this.api.post<{ pageLinkId: string; url: string | null }>(
      '/page_links',
      {
        path,
        target,
      },
    );
    const formId = this.formIds[form]!;
    this.links.set(path, {
      pageLinkId: uuidOf('link', pageLinkId)!,
      pageId: uuidOf('page', pageId)!,
      audienceId: uuidOf('audience', audienceId)!,
      ...{ formId, url },
    });
  }
}

interface NewLink {
  pageId: string;
  path: string;
  form: number;
  audience: object;
}

interface Submissions {
  items: { formSubmissionId: string; createdAt: string }[];
  nextCursor?: string | null;
}

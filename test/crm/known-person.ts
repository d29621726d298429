import type { PersonView } from '../../src/modules/crm/dto/persons.dto.js';
import type { SubmissionView } from '../../src/modules/forms/dto/submissions.dto.js';
import type { PageLinkView } from '../../src/modules/links/page-links.dto.js';
import type { AudienceView } from '../../src/modules/pages/dto/audiences.dto.js';
import { pathOf } from '../pages/records.js';
import { EMAIL, SUBMIT, actionOn } from '../site/form-visitor.js';
import { until } from '../support/until.js';
import { AskingVisitor, questionsOn } from '../questions/asking.js';

/** Nobody else has any of these, in whatever case. */
export const TELLING = ['xanthippe', 'quillfeather', '4915550123456', 'xquill'];

export const XANTHIPPE = {
  name: 'Xanthippe Quillfeather',
  email: 'Xanthippe.Quillfeather@works.example',
  phoneNumber: '+4915550123456',
  linkedinProfileUrl: 'https://www.linkedin.com/in/xquill',
};

export const PATH = '/for/xanthippe-quillfeather';

/** What the person asks, as anybody does. */
export const HARMLESS = 'what does it cost?';

/** Somebody of whom something is held wherever it can be. */
export interface KnownPerson {
  person: PersonView;
  audience: AudienceView;
  link: PageLinkView;
}

/** Makes one, step by step, as programs and visitors do. */
export class PersonMaker extends AskingVisitor {
  async make(): Promise<KnownPerson> {
    const person = await this.person();
    const audience = await this.audienceOf(person);
    const link = await this.link(PATH, audience);
    await this.visits();
    await this.recordSession('visit-of-xanthippe');
    return { person, audience, link };
  }

  async person(): Promise<PersonView> {
    const { body } = await this.api
      .post('/v0/persons', XANTHIPPE)
      .set('idempotency-key', 'xanthippe-is-new')
      .expect(201);
    const entry = {
      source: 'website',
      payload: { said: 'I am Xanthippe' },
      idempotencyKey: 'quillfeather-1',
    };
    await this.api
      .post('/v0/person_logs', { email: XANTHIPPE.email, ...entry })
      .set('idempotency-key', 'a log')
      .expect(201);
    return body as PersonView;
  }

  /** With overrides, messages, versions of every kind. */
  async audienceOf({ personId }: PersonView): Promise<AudienceView> {
    const { pageId } = await this.page({ actions: [SUBMIT], name: 'Welcome' });
    const audience = await this.audience(
      {
        personId,
        customName: 'Xanthippe, our dear',
        supplementaryContext: 'Xanthippe likes tea.',
        bodyOverride: 'Dear Xanthippe Quillfeather',
        metadataOverride: { title: 'For Quillfeather', description: 'Xanthippe' },
      },
      pageId,
    );
    const path = pathOf(audience);
    await this.api.post(`${path}/messages`, { text: 'Called Xanthippe' }).expect(201);
    await this.api.patch(path, { actionFormInstructionsOverride: 'Ask Xanthippe' }).expect(200);
    const unsaved = {
      audienceId: audience.audienceId,
      audience: { bodyOverride: 'Unsaved, dear Xanthippe' },
    };
    await this.api.post(`/v0/pages/${pageId}/preview`, unsaved).expect(200);
    await this.version(audience, { operationKey: 'talk-with-xanthippe' });
    await this.isPublished(audience, 2);
    const later = `+${Date.now() + 86_400_000}`;
    await this.version(audience, { publishAt: later });
    return audience;
  }

  /** In a browser, and by a bot. The form says who it is. */
  private async visits(): Promise<void> {
    const tab = await this.tab(PATH);
    const click = { type: 'click', action: 'talk', label: 'I am Xanthippe' };
    const view = this.view(tab, { referrer: 'https://xanthippe.example/' });
    await this.tell(tab, [view, click]).expect(202);
    const bot = await this.tab(PATH);
    await this.tell(bot, [this.view(bot)], { 'user-agent': 'Googlebot/2.1' }).expect(202);
    const { text } = await this.open(`/home${PATH}`).expect(200);
    await this.ask(questionsOn(text)!, 'May Xanthippe come along?', tab.visit).expect(200);
    await this.send(actionOn(text), { [EMAIL.name]: XANTHIPPE.email, _visit: tab.visit }).expect(303);
    await until(async () => {
      const [submission] = await this.submissionsWith(XANTHIPPE.email);
      return submission?.status === 'enriched';
    });
  }

  async recordSession(analyticsSessionId: string): Promise<void> {
    const interaction = { componentContext: 'faq', componentId: 'box', groundingChunkIds: [], options: [] };
    const { body } = await this.api
      .post('/v0/audience_sessions', {
        analyticsSessionId,
        sessionStartedAt: `+${Date.now() - 60_000}`,
        sessionEndedAt: `+${Date.now()}`,
        pageUrl: 'https://works.example/hello-quillfeather',
        utmCampaign: 'mail-to-Xanthippe',
        utmMedium: 'letter-to-xanthippe',
        utmTerm: 'Xanthippe+offer',
        utmContent: 'for-XANTHIPPE',
        utmSource: 'mail',
        formSubmission: {
          formSubmissionId: 'form-of-xanthippe',
          email: XANTHIPPE.email.toUpperCase(),
          phone: '+49 (155) 5012-3456',
        },
        interactions: [
          { ...interaction, label: 'Quillfeather?', responseText: 'Hi Xanthippe', timestamp: Date.now() },
          { ...interaction, label: HARMLESS, responseText: 'Nothing', timestamp: Date.now() },
        ],
      })
      .expect(201);
    await until(async () => {
      const { computationStatus } = await this.read<{ computationStatus: string }>(
        `/v0/audience_sessions/${body.analyticsSessionId}`,
      );
      return computationStatus !== 'pending';
    });
  }

  private isPublished(audience: AudienceView, versionNumber: number) {
    return until(async () => {
      const { publishedVersion } = await this.read<AudienceView>(pathOf(audience));
      return publishedVersion.versionNumber === versionNumber;
    });
  }

  async submission(): Promise<SubmissionView> {
    return (await this.submissionsWith(XANTHIPPE.email))[0]!;
  }
}

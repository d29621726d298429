import request, { type Test } from 'supertest';
import type { FormView } from '../../src/modules/forms/dto/forms.dto.js';
import type { SubmissionView } from '../../src/modules/forms/dto/submissions.dto.js';
import { connections } from '../support/api/connections.js';
import { recordedTypes } from '../support/recorded-events.js';
import { useTestService, type UsedTestService } from '../support/test-service.js';
import { action } from '../pages/records.js';
import { JSON_CLIENT, SiteVisitor } from './site-visitor.js';

export const SUBMIT = { ...action('talk'), actionType: 'submit_form', buttonTitle: 'Send' };
export const EMAIL = { name: 'email', type: 'email', label: 'Your email', required: true };

/** Where the form on a page is sent to. */
export function actionOn(html: string): string {
  return /<form[^>]* action="(\/_foyer\/forms\/[^"]+)"/.exec(html)![1]!;
}

/** Makes pages with forms over the API, and sends the forms on the site. */
export class FormVisitor extends SiteVisitor {
  private addresses = 0;

  async form(body: object = {}): Promise<FormView> {
    const form = { name: 'Talk', fields: [EMAIL], ...body };
    return (await this.api.post('/v0/forms', form).expect(201)).body as FormView;
  }

  /** A page with a form. Answers where the form is sent to. */
  async formAt(path: string, page: object = {}, audience: object = {}): Promise<string> {
    await this.shown(path, { actions: [SUBMIT], ...page }, audience);
    return actionOn((await this.open(`/home${path}`).expect(200)).text);
  }

  /** As a browser without JavaScript does, each time from another address. */
  send(to: string, fields: Record<string, string>, headers: Record<string, string> = {}): Test {
    this.addresses++;
    const address = `10.${this.addresses >> 16}.${(this.addresses >> 8) & 255}.${this.addresses & 255}`;
    return request(this.service.siteUrl)
      .post(to)
      .agent(connections)
      .type('form')
      .set({ accept: 'text/html', 'x-forwarded-for': address, ...headers })
      .send(fields);
  }

  /** As the script on the page does. */
  sendInline(to: string, fields: Record<string, string>): Test {
    return this.send(to, fields, JSON_CLIENT);
  }

  async submissionsWith(email: string): Promise<SubmissionView[]> {
    const { items } = await this.read<{ items: SubmissionView[] }>('/v0/form_submissions?limit=100');
    return items.filter(({ answers }) => answers.email === email);
  }

  eventsOf({ formSubmissionId }: SubmissionView): Promise<string[]> {
    return recordedTypes(this.service, { formSubmissionId });
  }
}

export interface UsedFormVisitor extends UsedTestService {
  visitor: FormVisitor;
}

/** A service with a worker, which believes a visitor who says from which address the form comes. */
export function useFormVisitor(): UsedFormVisitor {
  const used = useTestService({ ROLE: 'all', TRUST_PROXY: '1' });
  return { ...used, visitor: new FormVisitor(used) };
}

import { Injectable } from '@nestjs/common';
import { json, urlencoded, type Request, type Response, type Router } from 'express';
import { InjectSettings } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import { COLLECT_PATH, FORMS_PATH, QUESTIONS_PATH } from '../../shared/config/site-address.js';
import { DomainError } from '../../shared/kernel/errors.js';
import { isNotTracked, MAX_BATCH_BYTES, readBatch, VisitsApi } from '../visits/index.js';
import { CACHE_CONTROL } from './cache-control.js';
import { noticeOf } from './notices.js';
import { asksForJson, hostOf, sendAnswer, sendJson } from './send-answer.js';
import { SiteForms } from './site-forms.service.js';
import { SiteQuestions } from './site-questions.service.js';
import type { GivenFields } from './visited-pages.js';

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** More parameters than the fields of a form and the internal fields need. */
const readForm = urlencoded({ type: FORM_TYPE, extended: false, limit: '256kb', parameterLimit: 100 });

const readCollected = json({ limit: MAX_BATCH_BYTES, inflate: false });

/** Receives the input of visitors: forms, questions, and the events of the tracker. */
@Injectable()
export class VisitorInputRouter {
  constructor(
    private readonly forms: SiteForms,
    private readonly questions: SiteQuestions,
    private readonly visits: VisitsApi,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /** Not a separate router: that would answer `OPTIONS`, which the site rejects. */
  addTo(router: Router): void {
    router.post(`${FORMS_PATH}/:token`, readForm, (req, res) => this.receiveForm(req, res));
    router.get(`${FORMS_PATH}/:token`, (req, res) => this.showThanks(req, res));
    router.post(`${QUESTIONS_PATH}/:token`, readForm, (req, res) => this.receiveQuestion(req, res));
    router.post(COLLECT_PATH, readCollected, (req, res) => this.collect(req, res));
  }

  /** Redirects the browser to another page, so a reload does not send the form again. */
  private async receiveForm(req: Request, res: Response): Promise<void> {
    const token = String(req.params.token);
    const host = hostOf(req);
    const outcome = await this.forms.submit(token, fieldsOf(req), { host, address: req.ip ?? '' });
    if (asksForJson(req)) {
      if ('thanks' in outcome) return sendJson(res, 200, outcome.thanks);
      return sendJson(res, 422, { faults: outcome.faults });
    }
    if ('thanks' in outcome) return res.redirect(303, outcome.thanks.thankYouUrl ?? req.path);
    await sendAnswer(req, res, await this.forms.showAgain(token, outcome, host), CACHE_CONTROL.private);
  }

  private async showThanks(req: Request, res: Response): Promise<void> {
    const { thankYouText } = await this.forms.thanks(String(req.params.token), hostOf(req));
    res.setHeader('X-Robots-Tag', 'noindex');
    await sendAnswer(req, res, noticeOf({ title: thankYouText }), CACHE_CONTROL.private);
  }

  /** Without JavaScript, the answer is a separate page. */
  private async receiveQuestion(req: Request, res: Response): Promise<void> {
    const sender = { host: hostOf(req), address: req.ip ?? '' };
    const { question, answer, pageUrl } = await this.questions.ask(
      String(req.params.token),
      fieldsOf(req),
      sender,
    );
    if (asksForJson(req)) return sendJson(res, 200, { answer });
    res.setHeader('X-Robots-Tag', 'noindex');
    const notice = noticeOf({ title: question, text: answer, backUrl: pageUrl ?? undefined });
    await sendAnswer(req, res, notice, CACHE_CONTROL.private);
  }

  /** Responds after the events are stored durably. */
  private async collect(req: Request, res: Response): Promise<void> {
    const isDropped = isNotTracked(req.headers, this.settings);
    if (!isDropped) await this.visits.collect(readBatch(req.body), req.headers['user-agent']);
    res.setHeader('Cache-Control', CACHE_CONTROL.received);
    res.status(isDropped ? 204 : 202).end();
  }
}

/** The first value of each field. */
function fieldsOf(req: Request): GivenFields {
  if (!req.is(FORM_TYPE))
    throw new DomainError(
      'unsupported_media',
      'unsupported_media_type',
      `A form must be sent as ${FORM_TYPE}.`,
    );
  const body = (req.body ?? {}) as Record<string, string | string[] | undefined>;
  const fields = Object.entries(body).map(([name, value]) => [name, [value].flat()[0]] as const);
  // Without a prototype, because a field may be called `constructor`.
  return Object.assign(Object.create(null) as object, Object.fromEntries(fields));
}

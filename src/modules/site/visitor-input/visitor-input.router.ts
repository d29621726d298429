import { Injectable } from '@nestjs/common';
import { json, urlencoded, type Request, type Response, type Router } from 'express';
import { InjectSettings } from '../../../shared/config/config.module.js';
import type { Settings } from '../../../shared/config/settings.js';
import { COLLECT_PATH, FORMS_PATH, QUESTIONS_PATH } from '../../../shared/config/site-address.js';
import { DomainError } from '../../../shared/kernel/errors.js';
import { isNotTracked, MAX_BATCH_BYTES, readBatch, VisitsApi } from '../../visits/index.js';
import { CACHE_CONTROL } from '../caching/cache-control.js';
import { noticeOf } from '../pages/notices.js';
import { asksForJson, hostOf, sendAnswer, sendJson } from '../sending/send-answer.js';
import { SiteForms, type Outcome } from './site-forms.service.js';
import { SiteQuestions } from './site-questions.service.js';
import { wordsOfSender } from '../words/visitor-language.js';
import type { GivenFields } from './visited-pages.js';
import { faultText } from '../words/fault-text.js';
import type { SiteWords } from '../words/site-words.js';

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
    const words = wordsOfSender(req);
    const outcome = await this.forms.submit(token, fieldsOf(req), { host, address: req.ip ?? '', words });
    if (asksForJson(req)) return sendOutcome(res, outcome, words);
    if ('thanks' in outcome) return res.redirect(303, outcome.thanks.thankYouUrl ?? req.originalUrl);
    const page = await this.forms.showAgain(token, outcome, { host, words });
    await sendAnswer(req, res, page, CACHE_CONTROL.private);
  }

  private async showThanks(req: Request, res: Response): Promise<void> {
    const words = wordsOfSender(req);
    const { thankYouText: text, isOwn } = await this.forms.thanks(String(req.params.token), {
      host: hostOf(req),
      words,
    });
    res.setHeader('X-Robots-Tag', 'noindex');
    await sendAnswer(req, res, noticeOf({ title: { text, isOwn } }, words), CACHE_CONTROL.private);
  }

  /** Without JavaScript, the answer is a separate page. */
  private async receiveQuestion(req: Request, res: Response): Promise<void> {
    const words = wordsOfSender(req);
    const sender = { host: hostOf(req), address: req.ip ?? '', words };
    const { question, answer, isOwn, pageUrl } = await this.questions.ask(
      String(req.params.token),
      fieldsOf(req),
      sender,
    );
    if (asksForJson(req)) return sendJson(res, 200, { answer }, isOwn ? words.language : undefined);
    res.setHeader('X-Robots-Tag', 'noindex');
    const title = { text: question, isOwn: false };
    const notice = { title, text: { text: answer, isOwn }, backUrl: pageUrl ?? undefined };
    await sendAnswer(req, res, noticeOf(notice, words), CACHE_CONTROL.private);
  }

  /** Responds after the events are stored durably. */
  private async collect(req: Request, res: Response): Promise<void> {
    const isDropped = isNotTracked(req.headers, this.settings);
    if (!isDropped) await this.visits.collect(readBatch(req.body), req.headers['user-agent']);
    res.setHeader('Cache-Control', CACHE_CONTROL.received);
    res.status(isDropped ? 204 : 202).end();
  }
}

function sendOutcome(res: Response, outcome: Outcome, words: SiteWords): void {
  if ('thanks' in outcome) {
    const { thankYouText, thankYouUrl, isOwn } = outcome.thanks;
    return sendJson(res, 200, { thankYouText, thankYouUrl }, isOwn ? words.language : undefined);
  }
  const faults = outcome.faults.map((fault) => ({
    field: fault.field,
    code: fault.code,
    message: faultText(fault, words),
  }));
  sendJson(res, 422, { faults }, words.language);
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

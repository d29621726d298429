import { FoyerError } from '@foyer/client';
import { Injectable, Logger } from '@nestjs/common';
import express, {
  Router,
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { h } from 'preact';
import { InjectSettings } from '../../shared/config/config.module.js';
import { ConsoleAddress } from '../../shared/config/console-address.js';
import type { Settings } from '../../shared/config/settings.js';
import { incomingFolder } from '../../shared/config/incoming-folder.js';
import { SiteAddress } from '../../shared/config/site-address.js';
import '../../shared/http/server/request.js';
import { checkHead } from '../../shared/http/problems/protocol-errors.js';
import { CHART_POLICY, consolePolicy } from '../../shared/kernel/content-security-policy.js';
import { clock } from '../../shared/kernel/clock.js';
import { DomainError } from '../../shared/kernel/errors.js';
import { ApiCaller, type Api } from './calling/api-caller.js';
import { TOKEN_FIELD } from './parts/form-context.js';
import { LiveRouter } from './live.router.js';
import { Layout } from './parts/layout.js';
import { SCRIPT, SCRIPT_PATH } from './parts/script.js';
import { STYLESHEET, STYLESHEET_PATH } from './parts/stylesheet.js';
import { isSecure, isUnasked, refuseOtherHosts, refuseOtherOrigins } from './request-guards.js';
import { FILES_PATH } from './screens/kit/file-address.js';
import { HOME_PATH, SCREENS } from './screens/screens.js';
import type { CsvFile, Show } from './screens/kit/screen.js';
import { sendFile } from './send-file.js';
import { sendDocument, sendFailure, sendNotFound } from './send-screen.js';
import { fieldsOf } from './sent-fields.js';
import { SignInRouter } from './sign-in.router.js';
import { ConsoleSessions } from './signing-in/console-sessions.js';
import { SignInService } from './signing-in/sign-in.service.js';
import { hasEnded, type Session } from './signing-in/session.js';
import { FileForm, isFileForm } from './uploads/file-form.js';
import { formOf, type SentForm } from './uploads/sent-form.js';
import { words } from './words/english.js';

const FOR_GOOD = 'public, max-age=31536000, immutable';
/** It becomes part of a path of the API. */
const FILE_TOKEN = /^[\w-]+$/;
/** A step of a path, which is no id: the client makes no path of it. */
const PATH_STEP = /^\.{1,2}$/;
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** What somebody who is signed in may use. */
interface SignedIn {
  session: Session;
  api: Api;
  form: SentForm;
  formToken: string;
}

/** The routes of the console. All that they know and do goes through the API, with the key of the session. */
@Injectable()
export class ConsoleRouter {
  private readonly logger = new Logger('console');

  constructor(
    private readonly signInRouter: SignInRouter,
    private readonly liveRouter: LiveRouter,
    private readonly sessions: ConsoleSessions,
    private readonly signIn: SignInService,
    private readonly caller: ApiCaller,
    private readonly address: ConsoleAddress,
    private readonly site: SiteAddress,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  routes(): Router {
    const router = Router({ caseSensitive: true, strict: true });
    router.use(checkHead, this.setPolicy, refuseOtherHosts(this.address), refuseOtherOrigins);
    router.get(STYLESHEET_PATH, (_req, res) => sendForGood(res, 'css', STYLESHEET));
    router.get(SCRIPT_PATH, (_req, res) => sendForGood(res, 'js', SCRIPT));
    router.use(this.liveRouter.routes());
    router.use(express.text({ type: FORM_TYPE, limit: this.settings.BODY_LIMIT }));
    router.use(this.signInRouter.routes());
    router.get('/', (req, res) => this.asSignedIn(req, res, () => res.redirect(303, HOME_PATH)));
    router.post('/sign-out', (req, res) => this.asSignedIn(req, res, (who) => this.signOut(req, res, who)));
    router.get(`${FILES_PATH}/:token`, (req, res) => this.asSignedIn(req, res, () => this.passOn(req, res)));
    for (const [route, show] of Object.entries(SCREENS)) {
      const [method, path] = route.split(' ') as ['GET' | 'POST' | 'UPLOAD', string];
      if (method === 'UPLOAD') router.post(path, allowFiles);
      router[method === 'GET' ? 'get' : 'post'](path, (req, res) =>
        this.asSignedIn(req, res, (who) => this.show(req, res, show, who)),
      );
    }
    router.use((_req, res) => sendNotFound(res));
    router.use(this.answerFailure);
    return router;
  }

  private readonly setPolicy: RequestHandler = (_req, res, next) => {
    const site = this.site.ownUrlOf('/');
    res.setHeader('Content-Security-Policy', consolePolicy(site && new URL(site).origin));
    next();
  };

  /** Goes on with the session of the request. A form must carry the token of that session. */
  private async asSignedIn(
    req: Request,
    res: Response,
    goOn: (who: SignedIn) => Promise<void> | void,
  ): Promise<void> {
    const found = await this.sessions.allIn(req.headers.cookie, isSecure(res));
    const [session] = found;
    if (!session) return this.signInRouter.askToSignIn(req, res);
    if (found.length > 1) {
      res.setHeader('Clear-Site-Data', '"cookies"');
      return this.leave(req, res, 'twoSessions');
    }
    if (hasEnded(session)) {
      await this.signIn.signOut(session, req.ip ?? '');
      return this.leave(req, res, 'ended');
    }
    const form = await this.openForm(req, res);
    try {
      if (req.method === 'POST') {
        const sent = form.fields.get(TOKEN_FIELD) ?? '';
        if (!(await this.sessions.isFormTokenOf(session, sent)))
          return sendFailure(res, 403, words.failures.foreignForm);
      }
      const renewed = !isUnasked(req) && (await this.sessions.renewedCookie(session, isSecure(res)));
      if (renewed) res.setHeader('Set-Cookie', renewed);
      const api = await this.caller.clientFor(session.key, req.ip ?? '');
      const formToken = await this.sessions.formToken(session);
      await goOn({ session, api, form, formToken });
    } catch (error) {
      // The row of its key ends a session.
      if (!(error instanceof FoyerError) || error.status !== 401) throw error;
      this.leave(req, res, 'ended');
    } finally {
      form.close();
    }
  }

  /** The files of a form are not read yet. */
  private async openForm(req: Request, res: Response): Promise<SentForm> {
    if (!res.locals.mayHaveFiles || !isFileForm(req)) return formOf(fieldsOf(req.body));
    const { UPLOAD_LIMIT: fileBytes, UPLOAD_TIMEOUT_MS: timeoutMs } = this.settings;
    return FileForm.open(req, { folder: incomingFolder(this.settings), fileBytes, timeoutMs });
  }

  private async show(req: Request, res: Response, show: Show, signedIn: SignedIn): Promise<void> {
    const { api, form, session, formToken } = signedIn;
    const params = req.params as Record<string, string>;
    const query = new URLSearchParams(req.originalUrl.split('?').slice(1).join('?'));
    if (idsInRequest(params, query, form.fields).some((id) => PATH_STEP.test(id))) return sendNotFound(res);
    const visit = {
      api,
      params,
      query,
      form: form.fields,
      files: form.files,
      hasMoreFiles: () => form.hasMoreFiles,
      maxFileBytes: this.settings.UPLOAD_LIMIT,
      keyId: session.keyId,
      apiUrl: this.caller.apiUrl,
      isUnasked: isUnasked(req),
    };
    const readAt = clock.now();
    const isForm = req.method === 'POST';
    const reading = api.me.get();
    // A form that has done its work must not be answered with a failure: a new secret is shown only once.
    if (isForm) await reading;
    const [answer, me] = await Promise.all([show(visit), reading]);
    if ('next' in answer) return res.redirect(303, answer.next);
    if ('svg' in answer) return sendChart(res, answer.svg);
    if ('csv' in answer) return sendCsv(res, answer);
    const who = { tenantName: me.tenantName, keyName: me.name };
    const { title, section, content, status = 200, at } = answer;
    const layout = h(Layout, {
      title,
      section,
      who,
      states: { readAt, at: isForm ? at : undefined },
      children: content,
    });
    sendDocument(res.status(status), layout, formToken);
  }

  private async passOn(req: Request, res: Response): Promise<void> {
    const token = String(req.params.token);
    if (!FILE_TOKEN.test(token)) return sendNotFound(res);
    await sendFile(res, await this.caller.file(token, req.headers.range, req.ip ?? ''));
  }

  private async signOut(req: Request, res: Response, { session }: SignedIn): Promise<void> {
    await this.signIn.signOut(session, req.ip ?? '');
    this.leave(req, res, 'signedOut');
  }

  private leave(req: Request, res: Response, notice: 'ended' | 'signedOut' | 'twoSessions'): void {
    res.setHeader('Set-Cookie', this.sessions.cookieOfNone(isSecure(res)));
    this.signInRouter.askToSignIn(req, res, notice);
  }

  private readonly answerFailure: ErrorRequestHandler = (error: unknown, req, res, _next) => {
    const { failures } = words;
    if (res.headersSent || res.destroyed) {
      if (!res.destroyed) this.logger.error(stackOf(error));
      return void res.destroy();
    }
    if (error instanceof FoyerError && error.status !== undefined && error.status < 500) {
      return error.status === 404 ? sendNotFound(res) : sendFailure(res, error.status, error.detail);
    }
    const given = statusOf(error);
    if (given === 413) return sendFailure(res, given, failures.tooLarge);
    if (given >= 400 && given < 500) return sendFailure(res, given, failures.malformed);
    this.logger.error(stackOf(error));
    const status = error instanceof FoyerError ? (error.status ?? 502) : 500;
    sendFailure(res, status, `${failures.unexpected} ${req.id}`);
  };
}

const allowFiles: RequestHandler = (_req, res, next) => {
  res.locals.mayHaveFiles = true;
  next();
};

/** The ids in the address of a screen, and in its form. */
function idsInRequest(params: Readonly<Record<string, string>>, ...fields: URLSearchParams[]): string[] {
  const named = fields.flatMap((each) => [...each]).filter(([name]) => name.endsWith('Id'));
  return [...Object.values(params), ...named.map(([, id]) => id.trim())];
}

/** What Express, its parsers and the checks before it say about a request; 500 for anything else. */
function statusOf(error: unknown): number {
  if (error instanceof DomainError && error.kind === 'invalid') return 400;
  return (error as { status?: number }).status ?? 500;
}

function stackOf(error: unknown): unknown {
  return error instanceof Error ? error.stack : error;
}

function sendForGood(res: Response, type: string, text: string): void {
  res.setHeader('Cache-Control', FOR_GOOD);
  res.type(type).send(text);
}

/** Always a download: what visitors wrote is in it. */
function sendCsv(res: Response, { csv, name }: CsvFile): void {
  res.attachment(name).send(csv);
}

function sendChart(res: Response, svg: string): void {
  res.setHeader('Content-Security-Policy', CHART_POLICY);
  res.type('svg').send(svg);
}

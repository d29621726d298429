import { FoyerError } from '@foyer/client';
import { Injectable } from '@nestjs/common';
import { Router, type Request, type Response } from 'express';
import { h } from 'preact';
import { SECOND_MS } from '../../shared/kernel/durations.js';
import { FormState } from './parts/form-state.js';
import { ContinuePage, LinkPage, SignInPage, type SignInNotice } from './parts/sign-in-pages.js';
import { isSecure, mayShowSecrets, mayUseOneTimeLink } from './request-guards.js';
import { sendDocument, sendFailure } from './send-screen.js';
import { fieldsOf } from './sent-fields.js';
import { ConsoleSessions } from './signing-in/console-sessions.js';
import { OneTimeLinks } from './signing-in/one-time-links.js';
import { SignInAttempts } from './signing-in/sign-in-attempts.js';
import { SignInService } from './signing-in/sign-in.service.js';
import type { Session } from './signing-in/session.js';
import { words } from './words/english.js';

/** What a header can carry. */
const KEY = /^[\x21-\x7e]{1,500}$/;

/** The field of the sign-in form that a fault is about. */
const fieldOf = (place: string): string | undefined => ({ '/name': 'name' })[place] ?? 'key';

/** Signing in, with a key or with the link that the service prints. Nobody is signed in here. */
@Injectable()
export class SignInRouter {
  constructor(
    private readonly sessions: ConsoleSessions,
    private readonly links: OneTimeLinks,
    private readonly attempts: SignInAttempts,
    private readonly service: SignInService,
  ) {}

  routes(): Router {
    const router = Router({ caseSensitive: true, strict: true });
    router.get('/sign-in', (req, res) => this.showSignIn(req, res));
    router.post('/sign-in', (req, res) => this.signInWithKey(req, res));
    router.get('/sign-in/:token', (req, res) => this.showLink(req, res));
    router.post('/sign-in/:token', (req, res) => this.signInWithLink(req, res));
    return router;
  }

  /** For a request without a session. */
  askToSignIn(req: Request, res: Response, notice?: SignInNotice): void {
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    // The cookie is kept back after a link of another site, but sent with the next request.
    if (isRead && notice === undefined && req.headers['sec-fetch-site'] === 'cross-site')
      return sendDocument(res, h(ContinuePage, { to: req.originalUrl }));
    const query = new URLSearchParams({ to: isRead ? req.originalUrl : '/', ...(notice && { notice }) });
    res.redirect(303, `/sign-in?${query}`);
  }

  private showSignIn(req: Request, res: Response): void {
    if (!mayShowSecrets(req, res)) return sendFailure(res, 403, words.signIn.needsTls);
    const { notice } = req.query;
    const known = ['ended', 'signedOut', 'twoSessions', 'linkUsed'] as const;
    const props = { state: FormState.of(), notice: known.find((name) => name === notice), to: targetOf(req) };
    sendDocument(res, h(SignInPage, props));
  }

  private async signInWithKey(req: Request, res: Response): Promise<void> {
    if (!mayShowSecrets(req, res)) return sendFailure(res, 403, words.signIn.needsTls);
    const form = fieldsOf(req.body);
    const key = (form.get('key') ?? '').trim();
    const showAgain = (status: number, state: FormState) =>
      sendDocument(res.status(status), h(SignInPage, { state, to: targetOf(req) }));
    if (!KEY.test(key)) {
      const problem = { field: 'key', message: words.signIn.noKey };
      return showAgain(400, FormState.sent(form, [problem]));
    }
    if (!this.takeAttempt(req, res)) return;
    const personName = (form.get('name') ?? '').trim();
    const signIn = () => this.service.signIn({ key, personName, address: req.ip ?? '' });
    await this.goOnAs(req, res, signIn, (error) =>
      showAgain(error.status ?? 502, FormState.refused(form, error, fieldOf)),
    );
  }

  private async showLink(req: Request, res: Response): Promise<void> {
    // The address of this page signs in, so no other page may learn it.
    res.setHeader('Referrer-Policy', 'no-referrer');
    const token = String(req.params.token);
    if (!mayUseOneTimeLink(req) || !(await this.links.find(token)))
      return sendFailure(res, 410, words.signIn.linkUsed);
    sendDocument(res, h(LinkPage, { path: `/sign-in/${token}`, state: FormState.of() }));
  }

  private async signInWithLink(req: Request, res: Response): Promise<void> {
    res.setHeader('Referrer-Policy', 'no-referrer');
    const link = mayUseOneTimeLink(req) ? await this.links.find(String(req.params.token)) : undefined;
    if (!link) return sendFailure(res, 410, words.signIn.linkUsed);
    if (!this.takeAttempt(req, res)) return;
    const signIn = () => this.service.signInByLink(link, req.ip ?? '');
    const isOver = await this.goOnAs(req, res, signIn, (error) =>
      sendFailure(
        res,
        error.status ?? 502,
        error.code === 'idempotency_key_in_use' ? words.signIn.linkInUse : error.detail,
      ),
    );
    if (isOver) this.links.noteUsed(link);
  }

  /** Returns whether the address may try; if not, the request is answered. */
  private takeAttempt(req: Request, res: Response): boolean {
    const { isAllowed, retryMs } = this.attempts.take(req.ip ?? '');
    if (isAllowed) return true;
    res.setHeader('Retry-After', String(Math.ceil(retryMs / SECOND_MS)));
    sendFailure(res, 429, words.signIn.tooMany);
    return false;
  }

  /** Sets the cookie of the new session. Returns false if the API has refused it, which says nothing about a link. */
  private async goOnAs(
    req: Request,
    res: Response,
    signIn: () => Promise<Session | undefined>,
    refuse: (error: FoyerError) => void,
  ): Promise<boolean> {
    const address = req.ip ?? '';
    try {
      const session = await signIn();
      if (!session) {
        sendFailure(res, 410, words.signIn.linkUsed);
        return true;
      }
      this.attempts.succeeded(address);
      await this.endOthers(req, res, address);
      res.setHeader('Set-Cookie', await this.sessions.cookieOf(session, isSecure(res)));
      res.redirect(303, targetOf(req));
      return true;
    } catch (error) {
      if (!(error instanceof FoyerError)) throw error;
      refuse(error);
      return false;
    }
  }

  /** A browser has one session: its former ones, which nobody could end any more, end now. */
  private async endOthers(req: Request, res: Response, address: string): Promise<void> {
    const others = await this.sessions.allIn(req.headers.cookie, isSecure(res));
    if (others.length === 1) await this.service.signOut(others[0]!, address);
  }
}

/** Where the person goes after the sign-in: only to a path of the console. */
function targetOf(req: Request): string {
  const { to } = req.query;
  return typeof to === 'string' && /^\/(?![/\\])[^\s]*$/.test(to) && !to.startsWith('/sign-') ? to : '/';
}

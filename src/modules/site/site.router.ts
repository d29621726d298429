import { BlockList, isIP, isIPv6 } from 'node:net';
import { Injectable, Logger } from '@nestjs/common';
import { Router, type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import {
  FONTS_PATH,
  LINK_PICTURES_PATH,
  OWN_PATH,
  PREVIEWS_PATH,
  SiteAddress,
  TRACKER_PATH,
  UNSAVED_PREVIEWS_PATH,
} from '../../shared/config/site-address.js';
import { RateLimits } from '../../shared/auth/rate-limits.js';
import { RequestTurns } from '../../shared/auth/request-turns.js';
import { Readiness } from '../../shared/health/readiness.js';
import { retryAfter } from '../../shared/http/problems/failure.js';
import { failureOf, logFailure } from '../../shared/http/problems/problem.js';
import { checkHead } from '../../shared/http/problems/protocol-errors.js';
import '../../shared/http/server/request.js';
import { serveFile } from '../../shared/http/answers/serve-file.js';
import { TEXT_POLICY } from '../../shared/kernel/content-security-policy.js';
import { hostNameOf } from '../../shared/kernel/texts/domain-name.js';
import { LinksApi } from '../links/index.js';
import { TRACKER } from '../visits/index.js';
import { FILE_ROUTE, PAGE_ROUTE } from './sending/cached-page-sender.js';
import { noticeOfFailure, VisitorRefusal } from './pages/notices.js';
import { CACHE_CONTROL } from './caching/cache-control.js';
import { fontAt } from './rendering/fonts.js';
import {
  hostOf,
  isForServiceWorker,
  SAFE_METHODS,
  sendAnswer,
  sendNotice,
  sendText,
} from './sending/send-answer.js';
import { sendFile } from './sending/send-file.js';
import { SiteFiles } from './sending/site-files.service.js';
import { SiteLinkPictures } from './site-link-pictures.service.js';
import { SitePages } from './pages/site-pages.service.js';
import { SitePreviews, type PreviewKind } from './pages/site-previews.service.js';
import { VisitorInputRouter } from './visitor-input/visitor-input.router.js';
import { ROBOTS, Sitemaps } from './sitemaps.service.js';
import { languageOf } from './words/visitor-language.js';

const DOMAIN_PATH = `${OWN_PATH}/domain`;

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/** The routes of the site. None of them needs or accepts an API key. */
@Injectable()
export class SiteRouter {
  private readonly logger = new Logger('site');

  constructor(
    private readonly pages: SitePages,
    private readonly previews: SitePreviews,
    private readonly linkPictures: SiteLinkPictures,
    private readonly input: VisitorInputRouter,
    private readonly sitemaps: Sitemaps,
    private readonly files: SiteFiles,
    private readonly links: LinksApi,
    private readonly site: SiteAddress,
    private readonly limits: RateLimits,
    private readonly turns: RequestTurns,
    private readonly readiness: Readiness,
  ) {}

  routes(): Router {
    const router = Router({ caseSensitive: true, strict: true });
    router.use(checkHead, refuseServiceWorkers);
    router.get(`${OWN_PATH}/health`, (req, res) => this.tellHealth(req, res));
    router.use(this.limitVisitor, this.takeTurn);
    this.input.addTo(router);
    router.use(readsOnly);
    router.get(TRACKER_PATH, (_req, res) => sendTracker(res));
    router.get('/robots.txt', (req, res) => this.sendRobots(req, res));
    router.get('/sitemap.xml', (req, res) => this.sendSitemap(req, res));
    router.get(FILE_ROUTE, (req, res) => this.sendFile(req, res));
    router.get(`${LINK_PICTURES_PATH}/:token`, (req, res) => this.sendLinkPicture(req, res));
    router.get(`${FONTS_PATH}/:name`, (req, res) => sendFont(req, res));
    router.get(`${PREVIEWS_PATH}/:token`, (req, res) => this.showPreview(req, res, 'version'));
    router.get(`${UNSAVED_PREVIEWS_PATH}/:token`, (req, res) => this.showPreview(req, res, 'unsaved'));
    router.get(DOMAIN_PATH, (req, res) => this.tellWhetherServed(req, res));
    router.get([OWN_PATH, `${OWN_PATH}/*rest`], (req, res) => sendNotice(req, res, 'notFound'));
    router.get(PAGE_ROUTE, (req, res) => this.showPage(req, res));
    router.use((req, res) => sendNotice(req, res, 'notFound'));
    router.use(this.answerFailure);
    return router;
  }

  /** Ready until the shutdown: without the database, or on a read-only one, it shows the pages that it has. */
  private async tellHealth(req: Request, res: Response): Promise<void> {
    if (this.readiness.mayServe) return sendText(res, 'text/plain', 'ok\n', CACHE_CONTROL.received);
    await sendNotice(req, res, 'busy');
  }

  private async showPage(req: Request, res: Response): Promise<void> {
    const visit = { host: req.headers.host ?? '', path: req.path, language: languageOf(req) };
    await sendAnswer(req, res, await this.pages.at(visit));
  }

  private async showPreview(req: Request, res: Response, kind: PreviewKind): Promise<void> {
    // As with forms: a preview must not appear on another host.
    if (!this.site.isOwn(hostOf(req))) return sendNotice(req, res, 'notFound');
    const options = { showsFindings: req.query.findings === 'true', language: languageOf(req) };
    const answer = await this.previews.show(kind, String(req.params.token), options);
    res.setHeader('X-Robots-Tag', 'noindex');
    // A link to the page of another tenant on this host would tell that tenant the URL, as the referrer of a visit.
    res.setHeader('Referrer-Policy', 'no-referrer');
    await sendAnswer(req, res, answer, CACHE_CONTROL.private);
  }

  /** A range is looked up and streamed: it is rarely of a small file. */
  private async sendFile(req: Request, res: Response): Promise<void> {
    const fileUrl = { host: req.headers.host ?? '', token: String(req.params.token) };
    const kept = req.headers.range === undefined ? await this.files.at(fileUrl) : undefined;
    if (kept) return sendFile(req, res, kept);
    res.setHeader('Cache-Control', CACHE_CONTROL.page);
    await this.files.open(fileUrl, (file) => serveFile(req, res, file));
  }

  private async sendLinkPicture(req: Request, res: Response): Promise<void> {
    const opened = await this.linkPictures.open(String(req.params.token), hostOf(req));
    const isFinal = 'picture' in opened && !opened.picture.lacksLogo;
    res.setHeader('Cache-Control', isFinal ? CACHE_CONTROL.linkPicture : CACHE_CONTROL.page);
    if ('movedTo' in opened) return res.redirect(302, opened.movedTo);
    await serveFile(req, res, opened.picture.download);
  }

  private async sendRobots(req: Request, res: Response): Promise<void> {
    const host = hostOf(req);
    const text = this.site.isOwn(host) ? `${ROBOTS}\n` : await this.sitemaps.robots(host);
    if (text === undefined) return sendNotice(req, res, 'unknownHost');
    sendText(res, 'text/plain', text);
  }

  private async sendSitemap(req: Request, res: Response): Promise<void> {
    const { part } = req.query;
    const text = await this.sitemaps.sitemap(hostOf(req), typeof part === 'string' ? part : undefined);
    if (text === undefined) return sendNotice(req, res, 'notFound');
    sendText(res, 'application/xml', text);
  }

  /** For a proxy that obtains certificates on demand: it must do so only for domains that are served here. */
  private async tellWhetherServed(req: Request, res: Response): Promise<void> {
    const domain = typeof req.query.domain === 'string' ? hostNameOf(req.query.domain) : undefined;
    const isServed =
      domain !== undefined &&
      (domain === this.site.host || (await this.links.onDomain(domain, () => Promise.resolve(true))));
    if (!isServed) return sendNotice(req, res, 'unknownHost');
    sendText(res, 'text/plain', 'served\n');
  }

  private readonly limitVisitor: RequestHandler = (req, res, next) => {
    if (isOfOwnProxy(req) || this.limits.allowsVisitor(req.ip ?? '')) return next();
    sendNotice(req, res, 'tooManyVisits').catch(() => res.destroy());
  };

  private readonly takeTurn: RequestHandler = (req, res, next) => {
    const turn = isOfOwnProxy(req) ? undefined : this.turns.takeVisitor(req.ip ?? '', res);
    if (turn) turn.then(() => next(), next);
    else next();
  };

  private readonly answerFailure: ErrorRequestHandler = (error: unknown, req, res, _next) => {
    const { status, retryMs, ...failure } = failureOf(error);
    logFailure(this.logger, error, req.id);
    if (res.headersSent || res.destroyed) return void res.destroy();
    if (retryMs !== undefined) res.setHeader('Retry-After', retryAfter({ status, retryMs })!);
    const said = { language: languageOf(req), isSaid: error instanceof VisitorRefusal };
    sendAnswer(req, res, noticeOfFailure(status, failure, said)).catch(() => res.destroy());
  };
}

/**
 * A proxy asks on its own behalf for the domains of all visitors. It is trusted, or runs on this machine and asks this
 * machine by a local name. Requests that it forwards without `X-Forwarded-For` have the name that the visitor requested.
 */
function isOfOwnProxy(req: Request): boolean {
  const address = req.socket.remoteAddress;
  if (req.path !== DOMAIN_PATH || req.headers['x-forwarded-for'] !== undefined || !address) return false;
  const isTrusted = req.app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  return isTrusted(address, 0) || (isLoopback(address) && isLocalName(hostOf(req)));
}

function isLocalName(host: string): boolean {
  return host === 'localhost' || (isIP(host) !== 0 && isLoopback(host));
}

function isLoopback(address: string): boolean {
  return LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/**
 * Nothing on the site is a service worker. One would stay in the browser after its page is gone, and answer for the
 * pages of others: of the next owner of a domain, or of other tenants on the site's own address.
 */
const refuseServiceWorkers: RequestHandler = (req, res, next) => {
  if (!isForServiceWorker(req)) return next();
  sendNotice(req, res, 'notFound').catch(() => res.destroy());
};

const readsOnly: RequestHandler = (req, res, next) => {
  if (SAFE_METHODS.includes(req.method)) return next();
  res.setHeader('Allow', SAFE_METHODS.join(', '));
  sendNotice(req, res, 'wrongMethod').catch(() => res.destroy());
};

/** For every origin: the origin of a preview in a sandbox is null. */
async function sendFont(req: Request, res: Response): Promise<void> {
  const font = fontAt(req.path);
  if (!font) return sendNotice(req, res, 'notFound');
  res.setHeader('Access-Control-Allow-Origin', '*');
  res.setHeader('Cache-Control', CACHE_CONTROL.font);
  res.setHeader('Content-Security-Policy', TEXT_POLICY);
  res.type('font/woff2').send(font);
}

function sendTracker(res: Response): void {
  sendText(res, 'text/javascript', TRACKER, CACHE_CONTROL.tracker);
}

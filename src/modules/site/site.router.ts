import { Injectable, Logger } from '@nestjs/common';
import { Router, type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import { PREVIEWS_PATH, SITE_FILES_PATH, OWN_PATH } from '../../shared/config/site-address.js';
import { failureOf } from '../../shared/http/problem.js';
import '../../shared/http/request.js';
import { serveFile } from '../../shared/http/serve-file.js';
import { AssetsApi } from '../assets/index.js';
import { LinksApi } from '../links/index.js';
import { NOTICES } from './notices.js';
import { READS, REVALIDATED, sendAnswer, sendText } from './send.router.js';
import { SitePages } from './site-pages.service.js';
import { SitePreviews } from './site-previews.service.js';
import { ROBOTS, SITEMAP_PARTS_PATH, Sitemaps } from './sitemaps.service.js';

/** What the site answers. Nothing of it needs a key, or takes one. */
@Injectable()
export class SiteRouter {
  private readonly logger = new Logger('site');

  constructor(
    private readonly pages: SitePages,
    private readonly previews: SitePreviews,
    private readonly sitemaps: Sitemaps,
    private readonly assets: AssetsApi,
    private readonly links: LinksApi,
  ) {}

  routes(): Router {
    const router = Router({ caseSensitive: true, strict: true });
    router.use(readsOnly);
    router.get('/robots.txt', (req, res) => this.sendRobots(req, res));
    router.get('/sitemap.xml', (req, res) => this.sendXml(req, res, this.sitemaps.sitemap(hostOf(req))));
    router.get(`${SITEMAP_PARTS_PATH}/:first.xml`, (req, res) =>
      this.sendXml(req, res, this.sitemaps.part(hostOf(req), req.params.first)),
    );
    router.get(`${SITE_FILES_PATH}/:token`, (req, res) => this.sendFile(req, res));
    router.get(`${PREVIEWS_PATH}/:token`, (req, res) => this.showPreview(req, res));
    router.get(`${OWN_PATH}/domain`, (req, res) => this.tellWhetherProven(req, res));
    router.get([OWN_PATH, `${OWN_PATH}/*rest`], (req, res) => sendAnswer(req, res, NOTICES.notFound));
    router.get('/{*path}', (req, res) => this.showPage(req, res));
    router.use(this.answerFailure);
    return router;
  }

  private async showPage(req: Request, res: Response): Promise<void> {
    const visit = { host: hostOf(req), path: req.path };
    await sendAnswer(req, res, this.pages.fresh(visit) ?? (await this.pages.at(visit)));
  }

  private async showPreview(req: Request, res: Response): Promise<void> {
    const answer = await this.previews.show(String(req.params.token));
    res.setHeader('X-Robots-Tag', 'noindex');
    await sendAnswer(req, res, answer, 'private, no-store');
  }

  private async sendFile(req: Request, res: Response): Promise<void> {
    res.setHeader('Cache-Control', REVALIDATED);
    await this.assets.open(String(req.params.token), (file) => serveFile(req, res, file));
  }

  private async sendRobots(req: Request, res: Response): Promise<void> {
    const host = hostOf(req);
    const text = this.pages.isOwnAddress(host) ? `${ROBOTS}\n` : await this.sitemaps.robots(host);
    if (text === undefined) return sendAnswer(req, res, NOTICES.unknownHost);
    sendText(res, 'text/plain', text);
  }

  private async sendXml(req: Request, res: Response, making: Promise<string | undefined>): Promise<void> {
    const text = await making;
    if (text === undefined) return sendAnswer(req, res, NOTICES.notFound);
    sendText(res, 'application/xml', text);
  }

  /** For a proxy that fetches certificates by itself: only for domains that are somebody's here. */
  private async tellWhetherProven(req: Request, res: Response): Promise<void> {
    const { domain } = req.query;
    const isProven =
      typeof domain === 'string' && (await this.links.onDomain(domain, () => Promise.resolve(true)));
    if (!isProven) return sendAnswer(req, res, NOTICES.unknownHost);
    sendText(res, 'text/plain', 'proven\n');
  }

  private readonly answerFailure: ErrorRequestHandler = (error: unknown, req, res, _next) => {
    const { status, code, detail } = failureOf(error);
    if (status >= 500) this.logger.error({ msg: code, requestId: req.id, error });
    if (res.headersSent || res.destroyed) return void res.destroy();
    void sendAnswer(req, res, NOTICES.failing(status, { code, detail }));
  };
}

const readsOnly: RequestHandler = (req, res, next) => {
  if (READS.includes(req.method)) return next();
  res.setHeader('Allow', READS.join(', '));
  void sendAnswer(req, res, NOTICES.wrongMethod);
};

function hostOf(req: Request): string {
  return (req.hostname ?? '').toLowerCase();
}

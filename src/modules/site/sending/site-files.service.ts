import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { SiteAddress } from '../../../shared/config/site-address.js';
import { currentTenant } from '../../../shared/database/transactions/work-context.js';
import { hostInHeader, hostNameOf } from '../../../shared/kernel/texts/domain-name.js';
import { DomainError, notFound } from '../../../shared/kernel/errors.js';
import type { Download } from '../../../shared/storage/file-store.js';
import { VerifiedContent } from '../../../shared/storage/verified-content.js';
import { AssetsApi } from '../../assets/index.js';
import { LinksApi } from '../../links/index.js';
import { MAX_CACHED_BYTES } from '../caching/cache-sizes.js';
import { CachedAnswers, type LoadedAnswer, type CachedAnswer } from '../caching/cached-answers.js';

/** Larger files are streamed. Most variants of pictures are smaller. */
const SMALL_BYTES = 256 * 1024;

/** A small file in memory. */
export class SiteFile {
  constructor(
    readonly download: Download,
    readonly content: Buffer,
  ) {}

  /** The estimated size in memory, including its headers. */
  get bytes(): number {
    return this.content.length + 1000;
  }
}

/** `host` is the header of the request. */
export interface FileUrl {
  host: string;
  token: string;
}

/** Where a file is asked for: a tenant's own domain, or '' for the site's own address. */
interface Place {
  domain: string;
  token: string;
}

/** A file that is not kept in memory: it is large, or the URL opens none. */
const NOT_KEPT = { bytes: 0 };

type Kept = SiteFile | typeof NOT_KEPT;

/**
 * The files that pages show. Small ones are kept in memory, and are checked against the database like cached pages
 * (decision 96).
 */
@Injectable()
export class SiteFiles {
  private readonly files = new CachedAnswers<Kept>(MAX_CACHED_BYTES.files);

  constructor(
    private readonly assets: AssetsApi,
    private readonly links: LinksApi,
    private readonly site: SiteAddress,
  ) {}

  /** Returns a file that needs no database check. */
  inMemory(url: FileUrl): SiteFile | undefined {
    const place = this.placeOf(url);
    return place && fileIn(this.files.fresh({ key: keyOf(place) }));
  }

  /** Returns undefined for a file that is not kept in memory, and for a URL that no longer opens one. */
  async at(url: FileUrl): Promise<SiteFile | undefined> {
    const place = this.placeOf(url);
    return place && fileIn(await this.files.get({ key: keyOf(place) }, (known) => this.look(place, known)));
  }

  async open<Result>(url: FileUrl, work: (file: Download) => Promise<Result>): Promise<Result> {
    const place = this.placeOf(url);
    if (!place) throw notFound('file');
    return this.openAt(place, work);
  }

  /** All spellings of a host share what is kept. Undefined if no page can be there. */
  private placeOf({ host: header, token }: FileUrl): Place | undefined {
    const host = hostInHeader(header);
    const domain = this.site.isOwn(host) ? '' : hostNameOf(host);
    return domain === undefined ? undefined : { domain, token };
  }

  /** On its domains, a tenant shows no files of another one. All tenants share the site's own address. */
  private async openAt<Result>(
    { domain, token }: Place,
    work: (file: Download) => Promise<Result>,
  ): Promise<Result> {
    const owner = domain && (await this.links.onDomain(domain, async () => currentTenant()));
    return this.assets.open(token, (file) => {
      if (domain && currentTenant() !== owner) throw notFound('file');
      return work(file);
    });
  }

  private async look(place: Place, known: CachedAnswer<Kept> | undefined): Promise<LoadedAnswer<Kept>> {
    try {
      return await this.openAt(place, (file) => this.lookAt(file, known));
    } catch (error) {
      if (!known || !isRefusal(error)) throw error;
      return { stamp: error.code, answer: NOT_KEPT };
    }
  }

  private async lookAt(file: Download, known: CachedAnswer<Kept> | undefined): Promise<LoadedAnswer<Kept>> {
    const [stamp, tenantId] = [`${file.sha256} ${file.name}`, currentTenant()];
    if (stamp === known?.stamp) return { stamp, tenantId };
    if (file.size > SMALL_BYTES) return { stamp, answer: NOT_KEPT };
    const content = fileIn(known?.answer)?.content ?? (await contentOf(file));
    return { stamp, answer: new SiteFile(file, content), tenantId };
  }
}

const keyOf = ({ domain, token }: Place) => `${token} ${domain}`;

function fileIn(kept: Kept | undefined): SiteFile | undefined {
  return kept instanceof SiteFile ? kept : undefined;
}

/** The URL opens no file. Other errors mean that nobody knows. */
function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && ['forbidden', 'not_found'].includes(error.kind);
}

/** A file never changes, so it is read and verified once. */
async function contentOf(file: Download): Promise<Buffer> {
  const parts: Buffer[] = [];
  const { size: length, sha256 } = file;
  await pipeline(await file.open(), new VerifiedContent({ length, sha256 }), async (content) => {
    for await (const part of content as AsyncIterable<Buffer>) parts.push(part);
  });
  return Buffer.concat(parts);
}

import type { VNode } from 'preact';
import type {
  ActionCardWidget,
  BodySection,
  FooterSection,
  HeroSection,
  IndexedAction,
  Logo,
  ProofSection,
  QuestionsSection,
} from '../../pages/index.js';
import { ActionButton } from './actions.js';
import { Imprint, type BrandProps } from './brand.js';
import { Markdown, type MarkdownProps } from './inline.js';
import { safeUrl, safeWebUrl } from './safe-url.js';

export function Hero({ hero, action }: { hero: HeroSection; action: IndexedAction | undefined }): VNode {
  return (
    <section class="wrap hero">
      {hero.greeting && <p class="greeting">{hero.greeting}</p>}
      <h1>{hero.title}</h1>
      {hero.text && <p class="lead">{hero.text}</p>}
      <ActionButton action={action} />
    </section>
  );
}

type ForMarkdown = Omit<MarkdownProps, 'text'>;

export function Body({ text, budget, pictures }: BodySection & ForMarkdown): VNode {
  return (
    <section class="wrap">
      <Markdown {...{ text, budget, pictures }} />
    </section>
  );
}

/** Returns the URL of an image on the site; undefined if there is none. */
export type ImageUrls = (image: Logo['image']) => string | undefined;

export function Proof({ widgets, imageUrls }: ProofSection & { imageUrls: ImageUrls }): VNode {
  return (
    <section class="wrap proof">
      {widgets.map((widget) => (
        <div>
          {widget.title && <h2>{widget.title}</h2>}
          {widget.type === 'video' && <Video {...widget} />}
          <Logos logos={widget.logos} imageUrls={imageUrls} />
        </div>
      ))}
    </section>
  );
}

const VIDEO_FILE = /\.(mp4|webm|mov|m4v|ogv)$/i;

/** Plays a file. Anything else is a link, because pages do not load frames of other sites. */
function Video({ url, title }: ActionCardWidget): VNode | null {
  const source = safeWebUrl(url);
  if (!source) return null;
  return VIDEO_FILE.test(new URL(source).pathname) ? (
    <video controls preload="none" src={source} aria-label={title} />
  ) : (
    <p>
      <a href={source}>{new URL(source).host}</a>
    </p>
  );
}

function Logos({ logos, imageUrls }: { logos: readonly Logo[]; imageUrls: ImageUrls }): VNode | null {
  const shown = logos.flatMap(({ image }) => {
    const url = imageUrls(image);
    return url ? [{ url, altText: image.altText }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <ul class="logos">
      {shown.map(({ url, altText }) => (
        <li>
          <img src={url} alt={altText} width="128" height="48" loading="lazy" decoding="async" />
        </li>
      ))}
    </ul>
  );
}

export function Questions({ questions, budget, pictures }: QuestionsSection & ForMarkdown): VNode {
  return (
    <section class="wrap">
      {questions.map(({ question, answer }) => (
        <details>
          <summary>
            <h2>{question}</h2>
          </summary>
          <Markdown text={answer} {...{ budget, pictures }} />
        </details>
      ))}
    </section>
  );
}

type FooterGroup = Omit<FooterSection['links'][number], 'id'>;

interface FooterProps {
  groups: readonly FooterGroup[];
  brand?: BrandProps;
}

/** The links of the page, or else those of the brand, and who is responsible. */
export function Footer({ groups: own, brand }: FooterProps): VNode | null {
  const groups = own.length > 0 ? own : brandGroups(brand);
  const imprint = brand && (brand.legalName || brand.address) ? <Imprint {...brand} /> : null;
  if (groups.length === 0 && !imprint) return null;
  return (
    <footer>
      <div class="wrap">
        {groups.map(({ title, links }) => (
          <nav aria-label={title || undefined}>
            {title && <h2>{title}</h2>}
            <ul>
              {links.map(({ text, url }) => (
                <li>{safeUrl(url) ? <a href={safeUrl(url)}>{text || url}</a> : text}</li>
              ))}
            </ul>
          </nav>
        ))}
        {imprint}
      </div>
    </footer>
  );
}

function brandGroups(brand: BrandProps | undefined): FooterGroup[] {
  if (!brand || brand.footerLinks.length === 0) return [];
  const links = brand.footerLinks.map(({ label, url }) => ({ id: label, text: label, url }));
  return [{ title: '', links }];
}

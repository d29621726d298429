import type { VNode } from 'preact';
import type { FooterSection, QuestionsSection } from '../../pages/index.js';
import { Imprint, type BrandProps } from './brand.js';
import { Markdown, type MarkdownProps } from './inline.js';
import { safeUrl } from './texts/safe-url.js';
import { useWords } from './words-context.js';

type ForMarkdown = Omit<MarkdownProps, 'text'>;

export function Questions({ questions, budget, pictures }: QuestionsSection & ForMarkdown): VNode {
  return (
    <div class="questions">
      {questions.map(({ question, answer }) => (
        <details>
          <summary>
            <h2 dir="auto">{question}</h2>
          </summary>
          <Markdown text={answer} {...{ budget, pictures }} under={2} />
        </details>
      ))}
    </div>
  );
}

type FooterGroup = Omit<FooterSection['links'][number], 'id'>;

interface FooterProps {
  groups: readonly FooterGroup[];
  brand?: BrandProps;
}

/** The links of the page, or else those of the brand, and who is responsible. */
export function Footer({ groups: own, brand }: FooterProps): VNode | null {
  const words = useWords();
  const groups = own.length > 0 ? own : brandGroups(brand);
  const imprint = brand && (brand.legalName || brand.address) ? <Imprint {...brand} /> : null;
  if (groups.length === 0 && !imprint) return null;
  return (
    <footer>
      <div class="wrap">
        {groups.map(({ title, links }) => (
          <nav aria-label={title || words.links}>
            {title && <h2 dir="auto">{title}</h2>}
            <ul>
              {links.map(({ text, url }) => (
                <li dir="auto">{safeUrl(url) ? <a href={safeUrl(url)}>{text || url}</a> : text}</li>
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

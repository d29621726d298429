import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { action, pathOf } from '../../pages/records.js';
import { inBrowser } from '../../support/browser.js';
import { useTestService } from '../../support/test-service.js';
import { SiteVisitor } from '../site-visitor.js';

const used = useTestService();
const { service } = used;
const visitor = new SiteVisitor(used);

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const LONG = 'a-very-long-word'.repeat(20);

/** Some findings of each severity, and more of them than a screen shows. */
const WRONG = {
  language: 'ar',
  body: `## مرحبا\n\n![](https://example.com/${LONG}.png) ${Array.from({ length: 30 }, (_, at) => `[a](demo-${at})`).join(' ')}`,
  metadata: { title: 'مرحبا بكم' },
  actions: [{ ...action('a'), actionType: 'open_ulr', url: `javascript:${LONG}` }],
};

async function previewUrl(pageType: string): Promise<string> {
  const audience = await visitor.audience({}, (await visitor.page({ ...WRONG, pageType })).pageId);
  const path = `${pathOf(audience)}/versions/${audience.latestVersion.versionId}/preview?findings=true`;
  return (await visitor.read<{ url: string }>(path)).url.replace(
    'localhost',
    new URL(service.siteUrl).hostname,
  );
}

inBrowser('the findings above a preview', (newPage) => {
  it.each([
    [360, 'light', 'inbound'],
    [1440, 'dark', 'custom'],
    [1440, 'light', 'sales_deck'],
  ] as const)(
    'are read by everybody, and fit, at %d pixels in %s on a page of type %s',
    async (width, colorScheme, pageType) => {
      const { page, troubles } = await newPage({ viewport: { width, height: 900 }, colorScheme });
      await page.goto(await previewUrl(pageType));
      const findings = page.getByRole('complementary', { name: 'findings:' });
      expect(await findings.getByRole('listitem').count()).toBeGreaterThan(30);
      expect(await findings.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement!.tagName)).toBe('OL');
      await page.evaluate(AXE);
      const violations = await page.evaluate<object[]>(
        `axe.run('.findings').then(({ violations }) => violations)`,
      );
      expect(violations).toEqual([]);
      expect(troubles).toEqual([]);
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/findings-${width}-${pageType}.png` });
    },
  );
});

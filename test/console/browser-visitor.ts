import type { Page } from 'playwright-core';

/** Signs in with a key, as a person does. */
export async function signInWith(page: Page, url: string, key: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('API key').fill(key);
  await page.getByLabel('Your name').fill('Kim');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
}

import type { Response } from 'express';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { FormToken } from './parts/form-context.js';
import { PlainLayout } from './parts/layout.js';
import { words } from './words/english.js';

/** Sends a document; its forms get the token. */
export function sendDocument(res: Response, document: ComponentChildren, formToken = ''): void {
  const render = () => renderToString(<FormToken.Provider value={formToken}>{document}</FormToken.Provider>);
  // Problems are listed before the fields whose labels they name: these are known when all is rendered.
  if (res.statusCode >= 400) render();
  const html = render();
  res.type('html').send(`<!doctype html>${html}`);
}

export function sendFailure(
  res: Response,
  status: number,
  text: string,
  title: string = words.failures.title,
): void {
  res.status(status);
  sendDocument(
    res,
    <PlainLayout title={title}>
      <div class="card">
        <h1>{title}</h1>
        <p>{text}</p>
        <p>
          <a href="/">{words.failures.back}</a>
        </p>
      </div>
    </PlainLayout>,
  );
}

export function sendNotFound(res: Response): void {
  sendFailure(res, 404, words.failures.notFound, words.failures.notFoundTitle);
}

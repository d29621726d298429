import express, { type RequestHandler } from 'express';
import { internalsOf } from '../../../test/support/library-internals.js';
import { expressRoutesOf } from './express-internals.js';

const part = internalsOf('router', '2.2.0', 'src/shared/libraries/express-internals.ts');

const app = express();
const handle: RequestHandler = (_req, res) => void res.end();
app.enable('case sensitive routing');
app.use(handle);
app.get('/notes/:note_id', handle);
app.post('/notes', handle);
app.use('/later', handle);
app.get('/charts/:token.svg', handle);

part('the stack of a router has a layer with a `route` for each route, in their order', () => {
  const routes = expressRoutesOf(app).map(({ path, methods }) => `${methods.join()} ${path}`);
  return routes.join() === 'GET /notes/:note_id,POST /notes,GET /charts/:token.svg';
});

part('a layer matches the paths that its route takes', () => {
  const [note, notes, chart] = expressRoutesOf(app);
  const taken = [note!.matches('/notes/1'), note!.matches('/notes/1/'), notes!.matches('/notes')];
  const others = [note!.matches('/notes'), note!.matches('/Notes/1'), notes!.matches('/notes/1')];
  const isChart = chart!.matches('/charts/x.svg') && !chart!.matches('/charts/x.png');
  return !taken.includes(false) && !others.includes(true) && isChart;
});

part("a layer throws for a path that can't be decoded", () => {
  try {
    return expressRoutesOf(app)[0]!.matches('/notes/%ff') === undefined;
  } catch (error) {
    return (error as { status?: number }).status === 400;
  }
});

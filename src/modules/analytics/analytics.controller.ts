import { Controller, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { FromQuery, PathId } from '../../shared/http/endpoint/inputs.js';
import { AnalyticsQuery, AnalyticsView } from './analytics.dto.js';
import { AnalyticsService } from './analytics.service.js';
import type { Subject } from './chart-urls.js';
import { SVG, svgAnswer } from './charts.controller.js';

const NOTE = `With \`Accept: ${SVG}\`, the response is a chart of the series, or of the breakdown if requested.`;

@Controller()
@ApiTags('analytics')
export class AnalyticsController {
  constructor(private readonly analytics: AnalyticsService) {}

  @Endpoint('GET /v0/analytics', {
    summary: 'Get the statistics of all pages',
    description: `Statistics of the visits to all pages in a period. ${NOTE}`,
    access: 'analytics:read',
    answer: AnalyticsView,
    alsoAs: SVG,
  })
  getAnalytics(
    @FromQuery() query: AnalyticsQuery,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ) {
    return this.answer([], query, req, res);
  }

  @Endpoint('GET /v0/pages/{page_id}/analytics', {
    summary: 'Get the statistics of a page',
    description: `Statistics of the visits to a page in a period. ${NOTE}`,
    access: 'analytics:read',
    answer: AnalyticsView,
    alsoAs: SVG,
  })
  getPageAnalytics(
    @PathId('page_id') pageId: string,
    @FromQuery() query: AnalyticsQuery,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ) {
    return this.answer([pageId], query, req, res);
  }

  @Endpoint('GET /v0/pages/{page_id}/audiences/{audience_id}/analytics', {
    summary: 'Get the statistics of an audience',
    description: `Statistics of the visits of an audience in a period. ${NOTE}`,
    access: 'analytics:read',
    answer: AnalyticsView,
    alsoAs: SVG,
  })
  getAudienceAnalytics(
    @PathId('page_id') pageId: string,
    @PathId('audience_id') audienceId: string,
    @FromQuery() query: AnalyticsQuery,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ) {
    return this.answer([pageId, audienceId], query, req, res);
  }

  private async answer(subject: Subject, query: AnalyticsQuery, req: Request, res: Response) {
    res.vary('Accept');
    if (req.accepts('application/json', SVG) !== SVG) return this.analytics.figures(subject, query);
    return svgAnswer(res, await this.analytics.chart(subject, query));
  }
}

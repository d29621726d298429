import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { Empty, FromBody, FromQuery, IfMatch, PathId } from '../../shared/http/endpoint/inputs.js';
import { ListQuery } from '../../shared/fields/list.dto.js';
import { Precondition } from '../../shared/kernel/precondition.js';
import { CreateMessage, MessageListView, MessageView, RestoredMessage } from './dto/messages.dto.js';
import { NO_PICTURE_OR_TOPIC } from './dto/og-images.dto.js';
import { MessagesService } from './messages.service.js';

const MESSAGES = '/v0/pages/{page_id}/audiences/{audience_id}/messages';
const REFUSED = {
  code: 'audience_archived',
  when: 'The audience is archived, or its overrides would be too large (`overrides_too_large`).',
};

@Controller()
@ApiTags('messages')
export class MessagesController {
  constructor(private readonly messages: MessagesService) {}

  @Endpoint(`GET ${MESSAGES}`, {
    summary: 'List the messages of an audience',
    description: 'The editing history of the audience, newest first.',
    access: 'audiences:read',
    answer: MessageListView,
  })
  listMessages(
    @PathId('page_id') pageId: string,
    @PathId('audience_id') audienceId: string,
    @FromQuery() query: ListQuery,
  ) {
    return this.messages.list(pageId, audienceId, query);
  }

  @Endpoint(`POST ${MESSAGES}`, {
    summary: 'Post a message',
    description: 'Posts a note, optionally with changes to the overrides.',
    access: 'audiences:write',
    conflict: REFUSED,
    reference: NO_PICTURE_OR_TOPIC,
    answer: MessageView,
    status: 201,
  })
  createMessage(
    @PathId('page_id') pageId: string,
    @PathId('audience_id') audienceId: string,
    @FromBody() body: CreateMessage,
  ) {
    return this.messages.create(pageId, audienceId, body);
  }

  @Endpoint(`POST ${MESSAGES}/{message_id}/restore`, {
    summary: 'Restore the overrides of a message',
    description:
      'Restores the overrides as they were after that message, and adds a message of kind `rollback`. ' +
      '`If-Match` names the state of the audience.',
    access: 'audiences:write',
    conflict: {
      code: 'message_without_snapshot',
      when:
        'The message changed nothing, the audience is archived (`audience_archived`), or its overrides would be too ' +
        'large (`overrides_too_large`).',
    },
    answer: RestoredMessage,
  })
  restoreMessage(
    @PathId('page_id') pageId: string,
    @PathId('audience_id') audienceId: string,
    @PathId('message_id') messageId: string,
    @FromBody() _body: Empty,
    @IfMatch() precondition: Precondition,
  ) {
    return this.messages.restore(pageId, audienceId, messageId, precondition);
  }
}

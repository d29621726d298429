import { ApiSchema } from '@nestjs/swagger';
import { Nested, OneOf, RecordId, Text, Time, Bool } from '../../../shared/fields/fields.js';
import { ListView } from '../../../shared/fields/list.dto.js';
import { OverridesView, AudienceOverridesInput } from './audiences.dto.js';
import { MESSAGE_KINDS, type MessageKind } from '../entities/message.entity.js';

export class CreateMessage {
  @Text({ min: 1, max: 10_000, example: 'Purchasing asked for the price list.' })
  text!: string;

  @Nested(() => AudienceOverridesInput, { optional: true, about: 'Changes to the overrides.' })
  changes?: AudienceOverridesInput;
}

@ApiSchema({ name: 'AudienceMessage' })
export class MessageView {
  @RecordId('message')
  messageId!: string;

  @RecordId('audience')
  audienceId!: string;

  @OneOf(MESSAGE_KINDS, {
    title: 'MessageKind',
    about:
      '`edit`: a change; `restore`: the audience was restored; `note`: a note; `rollback`: a message was restored.',
  })
  kind!: MessageKind;

  @Text({ nullable: true })
  text!: string | null;

  @Nested(() => OverridesView, {
    nullable: true,
    about: 'The overrides after this message; null if it changed none.',
  })
  overrides!: OverridesView | null;

  @Time()
  createdAt!: string;
}

export class RestoredMessage {
  @Bool()
  success!: boolean;

  @RecordId('message', { about: 'The message whose overrides were restored.' })
  messageId!: string;
}

export const MessageListView = ListView('AudienceMessageList', () => MessageView);

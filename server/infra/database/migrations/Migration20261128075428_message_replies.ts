import { Migration } from '@mikro-orm/migrations';

export class Migration20261128075428_message_replies extends Migration {

  override name = 'Migration20261128075428_message_replies';

  override up(): void | Promise<void> {
    this.addSql(`alter table "message" add "reply_to_id" uuid null, add "edited_at" timestamptz null, add "sender_reaction" text null, add "recipient_reaction" text null, add "tip" int not null default 0;`);
    this.addSql(`create index "message_reply_index" on "message" ("reply_to_id") where reply_to_id is not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "message_reply_index";`);
    this.addSql(`alter table "message" drop column "reply_to_id", drop column "edited_at", drop column "sender_reaction", drop column "recipient_reaction", drop column "tip";`);
  }

}

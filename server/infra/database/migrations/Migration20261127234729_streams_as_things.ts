import { Migration } from '@mikro-orm/migrations';

export class Migration20261127234729_streams_as_things extends Migration {

  override name = 'Migration20261127234729_streams_as_things';

  override up(): void | Promise<void> {
    this.addSql(`alter table "notification" drop constraint "notification_kind_check";`);
    this.addSql(`alter table "notification" add constraint "notification_kind_check" check ("kind" in ('follow', 'like', 'comment', 'reply', 'mention', 'review', 'order', 'live', 'system'));`);

    this.addSql(`alter table "notification_event" drop constraint "notification_event_kind_check";`);
    this.addSql(`alter table "notification_event" add constraint "notification_event_kind_check" check ("kind" in ('follow', 'like', 'comment', 'reply', 'mention', 'review', 'order', 'live', 'system'));`);

    this.addSql(`alter table "report" drop constraint "report_object_type_check";`);
    this.addSql(`alter table "report" add constraint "report_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream'));`);

    this.addSql(`alter table "stream" add "is_hidden" boolean not null default false, add "announced_at" timestamptz null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "notification" drop constraint "notification_kind_check";`);
    this.addSql(`alter table "notification" add constraint "notification_kind_check" check ("kind" in ('follow', 'like', 'comment', 'reply', 'mention', 'review', 'order', 'system'));`);

    this.addSql(`alter table "notification_event" drop constraint "notification_event_kind_check";`);
    this.addSql(`alter table "notification_event" add constraint "notification_event_kind_check" check ("kind" in ('follow', 'like', 'comment', 'reply', 'mention', 'review', 'order', 'system'));`);

    this.addSql(`alter table "report" drop constraint "report_object_type_check";`);
    this.addSql(`alter table "report" add constraint "report_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message'));`);

    this.addSql(`alter table "stream" drop column "is_hidden", drop column "announced_at";`);
  }

}

import { Migration } from '@mikro-orm/migrations';

export class Migration20261128183552_broadcast_returned extends Migration {

  override name = 'Migration20261128183552_broadcast_returned';

  override up(): void | Promise<void> {
    this.addSql(`alter table "broadcast" add "returned" text null;`);
    this.addSql(`alter table "broadcast" add constraint "broadcast_returned_check" check ("returned" in ('list', 'nobody', 'files'));`);

    this.addSql(`alter table "notification" drop constraint "notification_object_type_check";`);
    this.addSql(`alter table "notification" drop constraint "notification_page_type_check";`);
    this.addSql(`alter table "notification" add constraint "notification_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription', 'show', 'tip', 'earning', 'broadcast'));`);
    this.addSql(`alter table "notification" add constraint "notification_page_type_check" check ("page_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription', 'show', 'tip', 'earning', 'broadcast'));`);

    this.addSql(`alter table "notification_event" drop constraint "notification_event_object_type_check";`);
    this.addSql(`alter table "notification_event" drop constraint "notification_event_page_type_check";`);
    this.addSql(`alter table "notification_event" add constraint "notification_event_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription', 'show', 'tip', 'earning', 'broadcast'));`);
    this.addSql(`alter table "notification_event" add constraint "notification_event_page_type_check" check ("page_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription', 'show', 'tip', 'earning', 'broadcast'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "broadcast" drop constraint "broadcast_returned_check";`);
    this.addSql(`alter table "broadcast" drop column "returned";`);

    // The former version knows no messages to many.
    this.addSql(`delete from "notification" where object_type = 'broadcast';`);
    this.addSql(`delete from "notification_event" where object_type = 'broadcast';`);
    this.addSql(`alter table "notification" drop constraint "notification_object_type_check";`);
    this.addSql(`alter table "notification" drop constraint "notification_page_type_check";`);
    this.addSql(`alter table "notification" add constraint "notification_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription', 'show', 'tip', 'earning'));`);
    this.addSql(`alter table "notification" add constraint "notification_page_type_check" check ("page_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription', 'show', 'tip', 'earning'));`);

    this.addSql(`alter table "notification_event" drop constraint "notification_event_object_type_check";`);
    this.addSql(`alter table "notification_event" drop constraint "notification_event_page_type_check";`);
    this.addSql(`alter table "notification_event" add constraint "notification_event_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription', 'show', 'tip', 'earning'));`);
    this.addSql(`alter table "notification_event" add constraint "notification_event_page_type_check" check ("page_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription', 'show', 'tip', 'earning'));`);
  }

}

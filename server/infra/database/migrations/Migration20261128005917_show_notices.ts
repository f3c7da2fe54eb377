import { Migration } from '@mikro-orm/migrations';

export class Migration20261128005917_show_notices extends Migration {

  override name = 'Migration20261128005917_show_notices';

  override up(): void | Promise<void> {
    this.addSql(`alter table "notification" drop constraint "notification_object_type_check";`);
    this.addSql(`alter table "notification" drop constraint "notification_page_type_check";`);
    this.addSql(`alter table "notification" add constraint "notification_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription', 'show'));`);
    this.addSql(`alter table "notification" add constraint "notification_page_type_check" check ("page_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription', 'show'));`);

    this.addSql(`alter table "notification_event" drop constraint "notification_event_object_type_check";`);
    this.addSql(`alter table "notification_event" drop constraint "notification_event_page_type_check";`);
    this.addSql(`alter table "notification_event" add constraint "notification_event_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription', 'show'));`);
    this.addSql(`alter table "notification_event" add constraint "notification_event_page_type_check" check ("page_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription', 'show'));`);
  }

  override down(): void | Promise<void> {
    // An older server knows no such notices.
    for (const table of ['notification', 'notification_event']) {
      this.addSql(`delete from "${table}" where "object_type" = 'show';`);
    }
    this.addSql(`alter table "notification" drop constraint "notification_object_type_check";`);
    this.addSql(`alter table "notification" drop constraint "notification_page_type_check";`);
    this.addSql(`alter table "notification" add constraint "notification_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription'));`);
    this.addSql(`alter table "notification" add constraint "notification_page_type_check" check ("page_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription'));`);

    this.addSql(`alter table "notification_event" drop constraint "notification_event_object_type_check";`);
    this.addSql(`alter table "notification_event" drop constraint "notification_event_page_type_check";`);
    this.addSql(`alter table "notification_event" add constraint "notification_event_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription'));`);
    this.addSql(`alter table "notification_event" add constraint "notification_event_page_type_check" check ("page_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription'));`);
  }

}

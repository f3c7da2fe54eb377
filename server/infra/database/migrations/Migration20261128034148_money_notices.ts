import { Migration } from '@mikro-orm/migrations';

export class Migration20261128034148_money_notices extends Migration {

  override name = 'Migration20261128034148_money_notices';

  override up(): void | Promise<void> {
    this.addSql(`alter table "notification" drop constraint "notification_kind_check";`);
    this.addSql(`alter table "notification" drop constraint "notification_object_type_check";`);
    this.addSql(`alter table "notification" drop constraint "notification_page_type_check";`);
    this.addSql(`alter table "notification" add "tokens" int not null default 0;`);
    this.addSql(`alter table "notification" add constraint "notification_kind_check" check ("kind" in ('follow', 'like', 'comment', 'reply', 'mention', 'review', 'order', 'live', 'tip', 'sale', 'subscription', 'payout', 'system'));`);
    this.addSql(`alter table "notification" add constraint "notification_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription', 'show', 'tip', 'earning'));`);
    this.addSql(`alter table "notification" add constraint "notification_page_type_check" check ("page_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription', 'show', 'tip', 'earning'));`);

    this.addSql(`alter table "notification_event" drop constraint "notification_event_kind_check";`);
    this.addSql(`alter table "notification_event" drop constraint "notification_event_object_type_check";`);
    this.addSql(`alter table "notification_event" drop constraint "notification_event_page_type_check";`);
    this.addSql(`alter table "notification_event" add "tokens" int not null default 0;`);
    this.addSql(`alter table "notification_event" add constraint "notification_event_kind_check" check ("kind" in ('follow', 'like', 'comment', 'reply', 'mention', 'review', 'order', 'live', 'tip', 'sale', 'subscription', 'payout', 'system'));`);
    this.addSql(`alter table "notification_event" add constraint "notification_event_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription', 'show', 'tip', 'earning'));`);
    this.addSql(`alter table "notification_event" add constraint "notification_event_page_type_check" check ("page_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription', 'show', 'tip', 'earning'));`);

    // Devices that want news of their account want these: payouts were among them.
    this.addSql(`update "push_subscription" set "kinds" = "kinds" || array['tip', 'sale', 'subscription', 'payout'] where 'system' = any("kinds");`);
  }

  override down(): void | Promise<void> {
    // An older server knows no such notices.
    this.addSql(`delete from "push_delivery" where "payload" ->> 'kind' in ('tip', 'sale', 'subscription', 'payout');`);
    this.addSql(`update "push_subscription" set "kinds" = array(select k from unnest("kinds") as k where k not in ('tip', 'sale', 'subscription', 'payout'));`);
    for (const table of ['notification', 'notification_event']) {
      this.addSql(`delete from "${table}" where "kind" in ('tip', 'sale', 'subscription', 'payout') or "object_type" in ('tip', 'earning') or "page_type" in ('tip', 'earning');`);
    }
    this.addSql(`alter table "notification" drop constraint "notification_kind_check";`);
    this.addSql(`alter table "notification" drop constraint "notification_object_type_check";`);
    this.addSql(`alter table "notification" drop constraint "notification_page_type_check";`);
    this.addSql(`alter table "notification" drop column "tokens";`);
    this.addSql(`alter table "notification" add constraint "notification_kind_check" check ("kind" in ('follow', 'like', 'comment', 'reply', 'mention', 'review', 'order', 'live', 'system'));`);
    this.addSql(`alter table "notification" add constraint "notification_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription', 'show'));`);
    this.addSql(`alter table "notification" add constraint "notification_page_type_check" check ("page_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription', 'show'));`);

    this.addSql(`alter table "notification_event" drop constraint "notification_event_kind_check";`);
    this.addSql(`alter table "notification_event" drop constraint "notification_event_object_type_check";`);
    this.addSql(`alter table "notification_event" drop constraint "notification_event_page_type_check";`);
    this.addSql(`alter table "notification_event" drop column "tokens";`);
    this.addSql(`alter table "notification_event" add constraint "notification_event_kind_check" check ("kind" in ('follow', 'like', 'comment', 'reply', 'mention', 'review', 'order', 'live', 'system'));`);
    this.addSql(`alter table "notification_event" add constraint "notification_event_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription', 'show'));`);
    this.addSql(`alter table "notification_event" add constraint "notification_event_page_type_check" check ("page_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream', 'order', 'sale', 'wallet', 'payouts', 'verification', 'subscription', 'show'));`);
  }

}

import { Migration } from '@mikro-orm/migrations';

export class Migration20261127123002_order_of_thing_kinds extends Migration {

  override name = 'Migration20261127123002_order_of_thing_kinds';

  override up(): void | Promise<void> {
    this.addSql(`alter table "charge" drop constraint "charge_type_check";`);
    this.addSql(`alter table "charge" add constraint "charge_type_check" check ("type" in ('tip', 'feed', 'gallery', 'video', 'message', 'stream', 'subscription', 'product'));`);

    this.addSql(`alter table "report" drop constraint "report_object_type_check";`);
    this.addSql(`alter table "report" add constraint "report_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "charge" drop constraint "charge_type_check";`);
    this.addSql(`alter table "charge" add constraint "charge_type_check" check ("type" in ('tip', 'feed', 'video', 'gallery', 'message', 'stream', 'subscription', 'product'));`);

    this.addSql(`alter table "report" drop constraint "report_object_type_check";`);
    this.addSql(`alter table "report" add constraint "report_object_type_check" check ("object_type" in ('feed', 'message', 'performer', 'user', 'gallery', 'photo', 'video', 'product', 'comment'));`);
  }
}

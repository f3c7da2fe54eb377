import { Migration } from '@mikro-orm/migrations';

export class Migration20261128111229_notice_choices extends Migration {

  override name = 'Migration20261128111229_notice_choices';

  override up(): void | Promise<void> {
    this.addSql(`alter table "notification" add "cents" int not null default 0;`);

    this.addSql(`alter table "notification_event" add "cents" int not null default 0;`);

    this.addSql(`alter table "preferences" add "muted" text[] not null default '{}';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "notification" drop column "cents";`);

    this.addSql(`alter table "notification_event" drop column "cents";`);

    this.addSql(`alter table "preferences" drop column "muted";`);
  }

}

import { Migration } from '@mikro-orm/migrations';

export class Migration20261129061640_setting_version extends Migration {

  override name = 'Migration20261129061640_setting_version';

  override up(): void | Promise<void> {
    this.addSql(`alter table "setting" add "version" int not null default 1;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "setting" drop column "version";`);
  }

}

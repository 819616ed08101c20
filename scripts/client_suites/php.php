<?php
// Loads a client in PHP: by its own vendor folder, or else by the names of its classes and Debian's packages. Also has
// the name that PHPUnit's test case had in its early versions.
$client = getenv('CLIENT');
if (is_file("$client/vendor/autoload.php") && filesize("$client/vendor/autoload.php") > 0) {
    require_once "$client/vendor/autoload.php";
}
foreach (['GuzzleHttp/autoload.php', 'phpseclib3/autoload.php', 'Psr/Log/autoload.php'] as $package) {
    if (stream_resolve_include_path($package)) {
        require_once $package;
    }
}
foreach (explode(PATH_SEPARATOR, getenv('LIBRARIES')) as $library) {
    if (is_file("$library/Requests.php")) {
        require_once "$library/Requests.php";
        Requests::register_autoloader();
    }
}
$prefixes = ['cnp\\sdk\\' => "$client/cnp/sdk/", 'Dewbud\\CardConnect\\' => "$client/src/"];
$prefixes['HHK\\'] = "$client/classes/";
$prefixes['eBayEnterprise\\'] = "$client/src/eBayEnterprise/";
spl_autoload_register(function (string $class) use ($prefixes): void {
    foreach ($prefixes as $prefix => $folder) {
        $file = $folder . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
        if (str_starts_with($class, $prefix) && is_file($file)) {
            require_once $file;
        }
    }
});

if (is_file("$client/cnp/sdk/CnpOnline.php")) {
    require_once "$client/cnp/sdk/CnpOnline.php";
}

class_alias(PHPUnit\Framework\Error\Warning::class, 'PHPUnit_Framework_Error_Warning');

abstract class PHPUnit_Framework_TestCase extends PHPUnit\Framework\TestCase
{
    // Numbers in texts were compared as numbers: 01 is 1.
    public static function assertEquals($expected, $actual, string $message = ''): void
    {
        $areNumbers = is_numeric($expected) && is_numeric((string) $actual);
        parent::assertEquals($areNumbers ? (float) $expected : $expected, $areNumbers ? (float) (string) $actual : $actual, $message);
    }

    public function setExpectedException(string $class, string $message = ''): void
    {
        $this->expectException(ltrim($class, '\\'));
        if ($message !== '') {
            $this->expectExceptionMessage($message);
        }
    }
}
